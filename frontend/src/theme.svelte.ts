// Light or dark: the system's choice unless the user made one. Paper is light.

import { flushSync } from 'svelte';

export type Choice = 'system' | 'light' | 'dark';
export type Look = 'light' | 'dark';

const KEY = 'gpucomm.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const paper = matchMedia('print');

class Theme {
  choice = $state<Choice>(chosen());
  #systemIsDark = $state(system.matches);
  /** Whether the page is being laid out for paper, which is white. */
  printing = $state(paper.matches);
  look = $derived<Look>(
    this.printing ? 'light' : this.choice === 'system' ? (this.#systemIsDark ? 'dark' : 'light') : this.choice,
  );

  constructor() {
    system.addEventListener('change', () => (this.#systemIsDark = system.matches));
    // Browsers print the page as it is when these handlers return.
    const print = (on: boolean): void =>
      flushSync(() => {
        this.printing = on;
      });
    paper.addEventListener('change', () => print(paper.matches));
    addEventListener('beforeprint', () => print(true));
    addEventListener('afterprint', () => print(false));
  }

  /** System, light, dark, and round again. */
  next(): void {
    this.choice = this.choice === 'system' ? 'light' : this.choice === 'light' ? 'dark' : 'system';
    const root = document.documentElement;
    if (this.choice === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.choice;
    store(this.choice);
  }
}

function chosen(): Choice {
  const value = document.documentElement.dataset['theme'];
  return value === 'light' || value === 'dark' ? value : 'system';
}

function store(choice: Choice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}

export const theme = new Theme();
