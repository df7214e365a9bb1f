// Permissions of the user on this server; requested once, when the dashboard opens.

import { Loaded } from './loaded.svelte';
import type { Session } from './types';

export const session = new Loaded<Session>();
