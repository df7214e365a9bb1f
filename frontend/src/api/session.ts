// What the server allows the visitor of its pages to do; requested once, when they open.

import { Loaded } from './loaded.svelte';
import type { Session } from './types';

export const session = new Loaded<Session>();
