// Data of a page: the last good answer, the failure of the last attempt, and whether a request is running.

import { untrack } from 'svelte';
import { Failure, failureFrom, getText, parsed } from './http';

const CACHED = 60;
const answers = new Map<string, { text: string; value: unknown }>();

/**
 * Loads one address after the other. Old data stays until the new data arrives, so that nothing jumps. An address that
 * was loaded before shows its cached answer at once and is requested again.
 */
export class Loaded<T> {
  data = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  waiting = $state(true);
  readonly #read: (text: string, path: string) => T;
  #path = '';
  #running: AbortController | null = null;

  /** @param read parser of an answer's text */
  constructor(read: (text: string, path: string) => T = parsed<T>) {
    this.#read = read;
  }

  /** Call this in an effect, which then depends on the values in the path only. */
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

/** Requests what will likely be shown next. Failures are ignored. */
export async function prefetch<T>(path: string, signal: AbortSignal, read = parsed<T>): Promise<void> {
  if (answers.has(path)) return;
  try {
    const text = await getText(path, signal);
    if (!signal.aborted) remember(path, text, read(text, path));
  } catch {
    // The page itself reports the failure.
  }
}

/** Delay in ms before prefetching. */
const DELAY = 300;

/** Prefetches these addresses after a delay, one by one. Call this in an effect and return the result, which cancels it. */
export function prefetchLater(paths: readonly string[]): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    void (async () => {
      for (const path of paths) if (!stop.signal.aborted) await prefetch(path, stop.signal);
    })();
  }, DELAY);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

function remember<T>(path: string, text: string, value: T): T {
  answers.delete(path);
  answers.set(path, { text, value });
  const oldest = answers.keys().next().value;
  if (answers.size > CACHED && oldest !== undefined) answers.delete(oldest);
  return value;
}
