import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { router } from './router.svelte';

router.start();
const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element #app');
mount(App, { target });
