import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { BASE } from './base';
import { overlays } from './overlay/overlays.svelte';
import { router } from './router.svelte';
import { saved } from './saved/saved.svelte';

router.start();
if (arrives() && saved.start !== null) router.replace(saved.start);
const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element #app');
void overlays.restore(location.hash);
mount(App, { target });

/** Whether the user opened the bare address, which shows the saved start page; a reload or Back does not. */
function arrives(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
  return type === 'navigate' && location.pathname === `${BASE}/` && location.search === '';
}
