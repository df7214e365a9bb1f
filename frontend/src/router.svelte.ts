// Where the reader is. Links are plain <a href>; this follows those that stay within the dashboard.

import { BASE, EMBEDDED } from './base';
import { isHere, movedTo, pageOf, type Page } from './urls';

class Router {
  url = $state.raw(here());
  page = $derived<Page>(pageOf(this.url.pathname));
  /** The query of the page that is shown: it follows the address once that page is there, so that none reads another's. */
  query = $state.raw(this.url.searchParams);
  /** What the shown page or chart would rather have sent than its address, such as one with the data that it shows now. */
  link = $state.raw<(() => string) | null>(null);
  /** Where a step back should scroll to once the page stands again; null for a new page. */
  scrollTo: number | null = null;

  start(): void {
    history.scrollRestoration = 'manual';
    addEventListener('popstate', (event) => {
      this.scrollTo = scrollIn(event.state);
      this.url = here();
    });
    addEventListener('click', (event) => this.#follow(event));
    addEventListener('scrollend', () => history.replaceState({ scroll: scrollY }, ''));
  }

  /** The page of the present address is shown now. */
  settle(): void {
    if (this.query.toString() !== this.url.searchParams.toString()) this.query = this.url.searchParams;
  }

  /** A new entry in the history. */
  go(href: string): void {
    this.#leave();
    history.pushState({ scroll: 0 }, '', href);
    this.scrollTo = null;
    this.url = here();
  }

  /** The same entry with another address: for what changes while one looks at a page, such as a zoom. */
  replace(href: string): void {
    history.replaceState(history.state, '', href);
    this.url = here();
  }

  /** This page with some of its query replaced; null removes a name. */
  with(changes: Record<string, string | null>): string {
    const query = new URLSearchParams(this.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    return text === '' ? this.url.pathname : `${this.url.pathname}?${text}`;
  }

  /** The whole address of this page with the data that it shows now, whatever is uploaded later. */
  pinned(data: { until: number } | null | undefined): string {
    return new URL(data ? this.with({ until: String(data.until) }) : this.url.href, location.href).href;
  }

  /** For an effect of anyone who knows a better link; the last one that came is asked. */
  sends(link: () => string): () => void {
    this.link = link;
    return () => {
      if (this.link === link) this.link = null;
    };
  }

  #leave(): void {
    history.replaceState({ scroll: scrollY }, '');
  }

  #follow(event: MouseEvent): void {
    // The rest of the dashboard opens in a new tab, not in the frame.
    if (EMBEDDED || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target !== '' || link.hasAttribute('download')) return;
    const to = new URL(link.href, location.href);
    if (to.origin !== location.origin || !isHere(to.pathname) || to.hash !== '') return;
    if (to.pathname.startsWith(`${BASE}/api/`)) return;
    event.preventDefault();
    this.go(to.pathname + to.search);
  }
}

/** The present address; that of a page which has moved becomes its new one. */
function here(): URL {
  const moved = movedTo(new URL(location.href));
  if (moved !== null) history.replaceState(history.state, '', moved);
  return new URL(location.href);
}

function scrollIn(state: unknown): number | null {
  const value: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'scroll') : null;
  return typeof value === 'number' ? value : null;
}

export const router = new Router();
