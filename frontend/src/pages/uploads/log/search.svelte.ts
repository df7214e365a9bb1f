// Search in a whole log: finds the matching lines and steps through them.

import { Failure, failureFrom, getJson } from '../../../api/http';
import { paths } from '../../../api/paths';
import type { FoundLines } from '../../../api/types';

export class Search {
  /** The last text searched for, '' = none. */
  text = $state('');
  total = $state(0);
  waiting = $state(false);
  failure = $state.raw<Failure | null>(null);
  #positions = $state.raw<readonly number[]>([]);

  constructor(readonly upload: string) {}

  /** The number of a position among the matches, from 1; 0 if it is not a match. */
  numberOf(position: number): number {
    return this.#positions.indexOf(position) + 1;
  }

  /** Searches for a text, or steps on if it is the last one; null without matches. */
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
