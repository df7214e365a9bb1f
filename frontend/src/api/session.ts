// What this server takes from whoever looks at its pages: asked once, when they open.

import { Loaded } from './loaded.svelte';
import type { Session } from './types';

export const session = new Loaded<Session>();
