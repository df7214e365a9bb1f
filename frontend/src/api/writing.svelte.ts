// A write request of a page: whether it is running, and why it failed.

import { Failure, failureFrom, write, type Method } from './http';
import { storedToken } from './token';

export class Writing {
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);
  #last: (() => Promise<void>) | null = null;

  /** Sends the request, and calls `done` with the answer if it succeeds. */
  async run<T>(method: Method, path: string, body: unknown, done: (answer: T) => void): Promise<void> {
    this.#last = () => this.run(method, path, body, done);
    this.busy = true;
    this.failure = null;
    try {
      done(await write<T>(method, path, storedToken(), body));
    } catch (cause) {
      this.failure = failureFrom(cause);
    }
    this.busy = false;
  }

  again(): void {
    void this.#last?.();
  }
}
