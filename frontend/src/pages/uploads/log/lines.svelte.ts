// The lines of a log, fetched in pages as they become visible.

import { SvelteMap } from 'svelte/reactivity';
import { Failure, failureFrom, getJson } from '../../../api/http';
import { paths } from '../../../api/paths';
import type { LinePage, LogLine } from '../../../api/types';

export type Only = 'row' | 'note' | 'problem';

const PAGE = 200;
const CACHED = 60;

export class LogLines {
  /** Number of listed lines, and of all lines of the upload; null before the first answer. */
  total = $state<number | null>(null);
  all = $state<number | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #pages = new SvelteMap<number, LogLine[]>();
  readonly #asked = new Map<number, AbortController>();

  constructor(
    readonly upload: string,
    readonly only: Only | null,
  ) {}

  /** By index among the listed lines; undefined while loading. */
  at(index: number): LogLine | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Loads these lines, and cancels requests for distant ones. */
  want(from: number, to: number): void {
    const first = Math.floor(Math.max(0, from) / PAGE);
    const last = Math.floor(Math.max(0, to) / PAGE);
    for (const [page, asked] of this.#asked) {
      if (page < first - 1 || page > last + 1) {
        asked.abort();
        this.#asked.delete(page);
      }
    }
    for (let page = first; page <= last; page++) {
      if (!this.#pages.has(page) && !this.#asked.has(page)) void this.#load(page);
    }
  }

  /** The next or previous line of a kind from a position; null at the end. */
  async neighbour(position: number, only: Only, forward: boolean): Promise<LogLine | null> {
    const query = { only, size: 1, ...(forward ? { after: position } : { before: position }) };
    const page = await getJson<LinePage>(paths.uploadLines(this.upload, query));
    return page.items[0] ?? null;
  }

  /** The index of a position among the listed lines. */
  async indexOf(position: number): Promise<number> {
    if (this.only === null) return position - 1;
    const page = await getJson<LinePage>(
      paths.uploadLines(this.upload, { only: this.only, size: 1, after: position - 1 }),
    );
    return page.from - 1;
  }

  async #load(page: number): Promise<void> {
    const asked = new AbortController();
    this.#asked.set(page, asked);
    try {
      const query = { only: this.only, from: page * PAGE + 1, size: PAGE };
      const answer = await getJson<LinePage>(paths.uploadLines(this.upload, query), asked.signal);
      this.total = answer.total;
      this.all = answer.lines;
      this.failure = null;
      this.#cache(page, answer.items);
    } catch (cause) {
      if (!asked.signal.aborted) this.failure = failureFrom(cause);
    }
    if (this.#asked.get(page) === asked) this.#asked.delete(page);
  }

  #cache(page: number, items: LogLine[]): void {
    this.#pages.set(page, items);
    const oldest = this.#pages.keys().next().value;
    if (this.#pages.size > CACHED && oldest !== undefined) this.#pages.delete(oldest);
  }
}
