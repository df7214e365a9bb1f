// A search in the whole of a log: where a text stands, and the step from one place to the next.

import { Failure, failureFrom, getJson } from '../../../api/http';
import { paths } from '../../../api/paths';
import type { FoundLines } from '../../../api/types';

export class Search {
  /** What was looked for last, '' = nothing. */
  text = $state('');
  total = $state(0);
  waiting = $state(false);
  failure = $state.raw<Failure | null>(null);
  #positions = $state.raw<readonly number[]>([]);

  constructor(readonly upload: string) {}

  /** The number of a position among those that were found, from 1; 0 where it is none of them. */
  numberOf(position: number): number {
    return this.#positions.indexOf(position) + 1;
  }

  /** Looks for a text, or steps on where it was looked for already; null where it stands nowhere. */
  async step(text: string, from: number, forward: boolean): Promise<number | null> {
    if (text !== this.text) await this.#find(text);
    if (this.#positions.length === 0) return null;
    const next = forward
      ? this.#positions.find((position) => position > from)
      : this.#positions.findLast((position) => position < from);
    return next ?? (forward ? this.#positions[0] : this.#positions.at(-1)) ?? null;
  }

  async #find(text: string): Promise<void> {
    this.text = text;
    this.total = 0;
    this.#positions = [];
    this.failure = null;
    if (text === '') return;
    this.waiting = true;
    try {
      const found = await getJson<FoundLines>(paths.uploadFound(this.upload, text));
      if (text !== this.text) return;
      this.total = found.total;
      this.#positions = found.positions;
    } catch (cause) {
      this.failure = failureFrom(cause);
    }
    this.waiting = false;
  }
}
