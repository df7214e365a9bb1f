// Data that a page shows: the last good answer, the failure of the last attempt, and whether one is under way.

import { untrack } from 'svelte';
import { Failure, failureFrom, getText, parsed } from './http';

const KEPT = 60;
const answers = new Map<string, { text: string; value: unknown }>();

/**
 * Loads one address after the other. The old data stays until the new is there, so that nothing jumps; an address that
 * was loaded before shows what it had at once and is asked again behind that.
 */
export class Loaded<T> {
  data = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  waiting = $state(true);
  readonly #read: (text: string, path: string) => T;
  #path = '';
  #running: AbortController | null = null;

  /** @param read what an answer's text says */
  constructor(read: (text: string, path: string) => T = parsed<T>) {
    this.#read = read;
  }

  /** Call it in an effect; the effect depends on what the path is made from and on nothing else. */
  load(path: string): void {
    untrack(() => void this.#load(path));
  }

  again(): void {
    void this.#load(this.#path);
  }

  async #load(path: string): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#path = path;
    this.waiting = true;
    const known = answers.get(path);
    if (known) this.#show(known.value as T);
    try {
      const text = await getText(path, running.signal);
      if (running.signal.aborted) return;
      if (known?.text !== text) this.#show(remember<T>(path, text, this.#read(text, path)));
      this.failure = null;
    } catch (cause) {
      if (running.signal.aborted) return;
      this.failure = failureFrom(cause);
    }
    this.waiting = false;
  }

  #show(value: T): void {
    this.data = value;
    this.failure = null;
  }
}

/** Asks for what will likely be shown next, so that it is there at once; nothing is said where that fails. */
export async function prefetch<T>(path: string, signal: AbortSignal, read = parsed<T>): Promise<void> {
  if (answers.has(path)) return;
  try {
    const text = await getText(path, signal);
    if (!signal.aborted) remember(path, text, read(text, path));
  } catch {
    // Anyone who opens it is told.
  }
}

/** How long a reader looks before the neighbours of what is shown are asked for. */
const LOOKS = 300;

/** Call it in an effect and return what it gives: asks for these addresses, one after the other, when the reader has looked a while. */
export function prefetchLater(paths: readonly string[]): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    void (async () => {
      for (const path of paths) if (!stop.signal.aborted) await prefetch(path, stop.signal);
    })();
  }, LOOKS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function remember<T>(path: string, text: string, value: T): T {
  answers.delete(path);
  answers.set(path, { text, value });
  const oldest = answers.keys().next().value;
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
  return value;
}
