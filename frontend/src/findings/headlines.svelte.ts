// Headlines of several uploads, as on top of their pages.

import { untrack } from 'svelte';
import { getJson } from '../api/http';
import { paths } from '../api/paths';
import type { Findings, Upload } from '../api/types';
import { GRAVE } from './words';

export interface Headline {
  readonly sentence: string;
  readonly grave: boolean;
}

/** Larger uploads take longer to examine: lists show their summary, their pages the headline. */
const MOST_MEASUREMENTS = 50_000;

/** Requested one after the other, so that the rest of the page does not wait. */
export class Headlines {
  #known = $state.raw<ReadonlyMap<string, Headline>>(new Map());
  #running: AbortController | null = null;

  /** @param which selects uploads with a headline; all by default */
  constructor(private readonly which: (upload: Upload) => boolean = () => true) {}

  /** Whether an upload has a headline. */
  has(upload: Upload): boolean {
    return ['ready', 'needs_mapping'].includes(upload.state) && !upload.hidden && this.which(upload);
  }

  /** Undefined while loading. */
  of(upload: Upload): Headline | undefined {
    return this.#known.get(upload.id);
  }

  /** Call this in an effect, and {@link stop} in its cleanup. */
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
      const found = await this.#headlineOf(upload, signal);
      if (signal.aborted) return;
      this.#known = new Map(this.#known).set(upload.id, found);
    }
  }

  async #headlineOf(upload: Upload, signal: AbortSignal): Promise<Headline> {
    const summary = { sentence: upload.summary ?? '', grave: false };
    // A job that failed before its first measurement is a run too.
    if ((upload.state === 'ready' && upload.runs === 0) || (upload.rows ?? 0) > MOST_MEASUREMENTS) return summary;
    try {
      const { headline } = await getJson<Findings>(paths.findings({ upload: upload.id }), signal);
      return { sentence: headline.sentence, grave: GRAVE.includes(headline.consequence) };
    } catch {
      // The upload's page shows the error.
      return summary;
    }
  }
}
