// The first sentence of what each of some uploads says: the one on top of its page.

import { untrack } from 'svelte';
import { getJson } from '../api/http';
import { paths } from '../api/paths';
import type { Findings, Upload } from '../api/types';
import { GRAVE } from './words';

export interface Saying {
  readonly sentence: string;
  readonly grave: boolean;
}

/** So many are examined in a moment; what more of them say stands on the upload's page, and its summary here. */
const MOST_MEASUREMENTS = 50_000;

/** Asked for one after the other, so that nothing else of the page waits for them. */
export class Sayings {
  #said = $state.raw<ReadonlyMap<string, Saying>>(new Map());
  #running: AbortController | null = null;

  /** @param which those that have a line of their own; all unless said otherwise */
  constructor(private readonly which: (upload: Upload) => boolean = () => true) {}

  /** Whether an upload has a line of its own for what it says. */
  has(upload: Upload): boolean {
    return upload.state === 'ready' && !upload.hidden && this.which(upload);
  }

  /** Undefined while it is not known. */
  of(upload: Upload): Saying | undefined {
    return this.#said.get(upload.id);
  }

  /** Call it in an effect with what {@link stop} undoes. */
  ask(uploads: readonly Upload[]): void {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    untrack(
      () =>
        void this.#ask(
          uploads.filter((upload) => this.has(upload)),
          running.signal,
        ),
    );
  }

  stop(): void {
    this.#running?.abort();
  }

  async #ask(uploads: readonly Upload[], signal: AbortSignal): Promise<void> {
    for (const upload of uploads) {
      const saying = await this.#sayingOf(upload, signal);
      if (signal.aborted) return;
      this.#said = new Map(this.#said).set(upload.id, saying);
    }
  }

  async #sayingOf(upload: Upload, signal: AbortSignal): Promise<Saying> {
    const summary = { sentence: upload.summary ?? '', grave: false };
    // What failed before its first measurement is a run as well.
    if (upload.runs === 0 || (upload.rows ?? 0) > MOST_MEASUREMENTS) return summary;
    try {
      const { headline } = await getJson<Findings>(paths.findings({ upload: upload.id }), signal);
      return { sentence: headline.sentence, grave: GRAVE.includes(headline.consequence) };
    } catch {
      // The upload's page, one click away, says what is wrong.
      return summary;
    }
  }
}
