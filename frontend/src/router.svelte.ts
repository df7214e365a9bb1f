// Client-side router. Links are plain <a href>; the router handles those within the dashboard.

import { BASE, EMBEDDED } from './base';
import { isHere, movedTo, pageOf, type Page } from './urls';

class Router {
  url = $state.raw(here());
  page = $derived<Page>(pageOf(this.url.pathname));
  /** The query of the page shown. It changes when the new page is loaded, so that no page reads another page's query. */
  query = $state.raw(this.url.searchParams);
  /** A better link than the address, for example one that pins the data shown. */
  link = $state.raw<(() => string) | null>(null);
  /** The scroll position to restore after Back; null for a new page. */
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

  /** Call this when the page of the current address is shown. */
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

  /** Replaces the current entry, for small changes such as a zoom. */
  replace(href: string): void {
    history.replaceState(history.state, '', href);
    this.url = here();
  }

  /** The current address with parts of its query replaced; null removes a parameter. */
  with(changes: Record<string, string | null>): string {
    const query = new URLSearchParams(this.query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    return text === '' ? this.url.pathname : `${this.url.pathname}?${text}`;
  }

  /** The full address of this page, pinned to the data shown now. */
  pinned(data: { until: number } | null | undefined): string {
    return new URL(data ? this.with({ until: String(data.until) }) : this.url.href, location.href).href;
  }

  /** Registers a better link; call this in an effect. The last one registered is used. */
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

/** The current address; a former address is replaced by its new one. */
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
