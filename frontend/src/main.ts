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

/** Anyone who comes to the bare address gets the start page of their own; a reload or a step back shows what was there. */
function arrives(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  const type = entry instanceof PerformanceNavigationTiming ? entry.type : 'navigate';
  return type === 'navigate' && location.pathname === `${BASE}/` && location.search === '';
}
