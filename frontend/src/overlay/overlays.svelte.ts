// Files that the user draws over charts, until the page is closed: the server parses but does not store them.

import { Failure, failureFrom, failureOf, parsed, unreachable } from '../api/http';
import { paths } from '../api/paths';
import { storedToken } from '../api/token';
import type { Overlay } from '../api/types';
import { fragmentOf, overlaysIn } from './fragment';

export const MOST_BYTES = 16 * 1024 * 1024;

class Overlays {
  files = $state.raw<readonly Overlay[]>([]);
  failure = $state.raw<Failure | null>(null);
  waiting = $state(false);
  /** Whether copied links include the files. */
  inLinks = $state(false);
  #fragment = $state('');
  readonly tooLong = $derived(this.inLinks && this.files.length > 0 && this.#fragment === '');

  async restore(hash: string): Promise<void> {
    const found = await overlaysIn(hash);
    if (found.length === 0) return;
    this.inLinks = true;
    await this.#have(found);
  }

  async add(file: File): Promise<void> {
    this.failure = null;
    this.waiting = true;
    try {
      const read = await readBy(file);
      await this.#have([...this.files.filter(({ filename }) => filename !== read.filename), read]);
    } catch (cause) {
      this.failure = failureFrom(cause);
    }
    this.waiting = false;
  }

  remove(filename: string): void {
    void this.#have(this.files.filter((file) => file.filename !== filename));
  }

  /** @param address of a view */
  linked(address: string): string {
    return this.inLinks && this.#fragment !== '' ? `${address.split('#')[0] ?? ''}#${this.#fragment}` : address;
  }

  async #have(files: readonly Overlay[]): Promise<void> {
    this.files = files;
    this.#fragment = files.length === 0 ? '' : await fragmentOf(files);
  }
}

async function readBy(file: File): Promise<Overlay> {
  if (file.size > MOST_BYTES)
    throw new Failure('Too large', 'A file drawn over a chart may have at most 16 MiB. Upload this file instead.');
  const token = storedToken();
  let response: Response;
  try {
    response = await fetch(paths.overlay(file.name), {
      method: 'POST',
      body: file,
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/octet-stream',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
    });
  } catch {
    throw unreachable();
  }
  const text = await response.text();
  if (!response.ok) throw failureOf(response.status, text);
  return parsed<Overlay>(text, paths.overlay(file.name));
}

export const overlays = new Overlays();
