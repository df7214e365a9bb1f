// The event stream of a run, open as long as the page; it reconnects after a lost connection.

import { Failure, failureFrom, getJson } from '../../api/http';
import { paths } from '../../api/paths';
import type { Live, LiveAnswer } from '../../api/types';
import { joined } from './live';

export class Watch {
  live = $state.raw<Live | null>(null);
  /** The upload with the results, once stored. */
  upload = $state<string | null>(null);
  failure = $state.raw<Failure | null>(null);
  lost = $state(false);
  /** Time of the last update, by the clock of this browser. */
  at = $state(0);
  #events: EventSource | null = null;

  async start(id: string): Promise<void> {
    this.stop();
    this.failure = null;
    try {
      const { upload, live } = await getJson<LiveAnswer>(paths.live(id));
      this.upload = upload;
      if (live === null) return;
      this.#take({ ...live, from: 0 });
      if (live.state === 'running') this.#listen(id);
    } catch (cause) {
      this.failure = failureFrom(cause);
    }
  }

  stop(): void {
    this.#events?.close();
    this.#events = null;
  }

  #listen(id: string): void {
    const events = new EventSource(paths.live(id));
    this.#events = events;
    let first = true;
    events.onopen = () => {
      this.lost = false;
      first = true;
    };
    events.onmessage = (event: MessageEvent<string>) => {
      const news = JSON.parse(event.data) as Live;
      this.live = joined(first ? null : this.live, news);
      first = false;
      this.#arrived(news);
    };
    events.onerror = () => {
      this.lost = true;
      // Browsers give up if the answer was not a stream: the server may have been replaced.
      if (events.readyState === EventSource.CLOSED) void this.start(id);
    };
  }

  #take(news: Live): void {
    this.live = news;
    this.#arrived(news);
  }

  #arrived(news: Live): void {
    this.at = Date.now();
    this.upload = news.upload;
    if (news.state !== 'running') this.stop();
  }
}
