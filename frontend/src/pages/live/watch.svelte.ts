// The stream of a run: it stays open while the page does, and begins anew by itself where the connection was lost.

import { Failure, failureFrom, getJson } from '../../api/http';
import { paths } from '../../api/paths';
import type { Live, LiveAnswer } from '../../api/types';
import { joined } from './live';

export class Watch {
  live = $state.raw<Live | null>(null);
  /** The upload that has the results, once there is one. */
  upload = $state<string | null>(null);
  failure = $state.raw<Failure | null>(null);
  lost = $state(false);
  /** When the last news came, by the clock of this browser. */
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
      // A browser gives up where the answer was no stream: the server may be another one by now.
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
