// Files on their way to the server: sent one after the other, then watched until they are imported.

import { Failure, failureFrom, getJson } from '../api/http';
import { paths } from '../api/paths';
import { send } from '../api/send';
import { session } from '../api/session';
import { storedToken, storeToken } from '../api/token';
import type { Upload } from '../api/types';
import type { Dropped, Found } from './dropped';

export type Stage = 'waiting' | 'sending' | 'importing' | 'done' | 'asking' | 'failed';

/** One file, from the moment it was dropped. */
export class Item {
  readonly file: File;
  /** Path, including folders. */
  readonly name: string;
  readonly size: number;
  stage = $state<Stage>('waiting');
  sent = $state(0);
  upload = $state.raw<Upload | null>(null);
  /** False if the server already had these bytes. */
  fresh = $state(true);
  failure = $state.raw<Failure | null>(null);

  constructor(
    { file, path }: Found,
    readonly pseudonymise: boolean,
  ) {
    this.file = file;
    this.name = path;
    this.size = file.size;
  }
}

class Queue {
  items = $state.raw<Item[]>([]);
  /** Message about the folders that were added last. */
  message = $state('');
  /** Number of imported files; lists of uploads reload when it changes. */
  finished = $state(0);
  /** Whether a token is required and not entered yet. */
  tokenMissing = $state(false);
  /** Whether host names are replaced in files added from now on. */
  pseudonymise = $state(false);
  #running = false;
  /** Whether the server has refused a file without a token. */
  #asked = $state(false);

  get tokenRequired(): boolean {
    return this.#asked || session.data?.tokenRequired === true;
  }

  add({ found, message }: Dropped): void {
    if (session.data?.readOnly) {
      this.message = 'This server is read-only: nothing was sent.';
      return;
    }
    // Files are sent in order and listed latest first.
    const added = found.map((each) => new Item(each, this.pseudonymise)).reverse();
    this.items = [...added, ...this.items];
    this.message = message;
    void this.#run();
  }

  /** Uploads text as a file named by the current time. */
  addText(text: string): void {
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const path = `pasted-${stamp}.log`;
    this.add({ found: [{ file: new File([text], path, { type: 'text/plain' }), path }], message: '' });
  }

  /** Removes the files at these stages. */
  clear(...stages: Stage[]): void {
    this.message = '';
    this.items = this.items.filter((item) => !stages.includes(item.stage));
  }

  remove(item: Item): void {
    this.items = this.items.filter((each) => each !== item);
  }

  again(item: Item): void {
    item.failure = null;
    item.sent = 0;
    item.stage = 'waiting';
    void this.#run();
  }

  give(token: string): void {
    storeToken(token);
    this.tokenMissing = false;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (;;) {
      if (this.tokenRequired && storedToken() === null) this.tokenMissing = true;
      const next = this.tokenMissing ? undefined : this.items.findLast((item) => item.stage === 'waiting');
      if (!next) break;
      await this.#send(next);
    }
    this.#running = false;
  }

  async #send(item: Item): Promise<void> {
    item.stage = 'sending';
    try {
      const { upload, fresh } = await send(item.file, {
        token: storedToken(),
        pseudonymise: item.pseudonymise,
        onProgress: (sent, total) => (item.sent = total > 0 ? (sent / total) * item.size : sent),
      });
      item.sent = item.size;
      item.upload = upload;
      item.fresh = fresh;
      item.stage = stageOf(upload);
      if (item.stage === 'importing') void this.#watch(item, upload.id);
      else this.finished++;
    } catch (cause) {
      const failure = failureFrom(cause);
      if (failure.status === 401) return this.#refused(item);
      item.failure = failure;
      item.stage = 'failed';
    }
  }

  /** The token is missing or wrong: ask for it, and let the file wait. */
  #refused(item: Item): void {
    storeToken(null);
    this.#asked = true;
    this.tokenMissing = true;
    item.stage = 'waiting';
    item.sent = 0;
  }

  async #watch(item: Item, id: string): Promise<void> {
    for (let wait = 150; item.stage === 'importing'; wait = Math.min(2000, wait * 1.5)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      try {
        const upload = await getJson<Upload>(paths.upload(id));
        item.upload = upload;
        item.stage = stageOf(upload);
      } catch (cause) {
        item.failure = failureFrom(cause);
        item.stage = 'failed';
      }
    }
    this.finished++;
  }
}

function stageOf(upload: Upload): Stage {
  return upload.state === 'ready' ? 'done' : upload.state === 'needs_mapping' ? 'asking' : upload.state;
}

/** One for the whole dashboard, since a file may be dropped on any page. */
export const queue = new Queue();
