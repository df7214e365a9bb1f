// Views stored in this browser, and the start page.

const KEY = 'gpucomm.views';
const MOST = 50;

export interface SavedView {
  name: string;
  /** Within the dashboard, with its query. */
  path: string;
}

interface Stored {
  views: SavedView[];
  /** The path of one of them. */
  start: string | null;
}

class Saved {
  #stored = $state.raw<Stored>(read());

  get views(): readonly SavedView[] {
    return this.#stored.views;
  }

  get start(): string | null {
    return this.#stored.start;
  }

  /** Replaces a view of the same name, which stays the start page if it was. */
  add(name: string, path: string): void {
    const { views, start } = this.#stored;
    const before = views.find((view) => view.name === name);
    const next = [...views.filter((view) => view !== before), { name, path }].slice(-MOST);
    this.#store({ views: next, start: before !== undefined && before.path === start ? path : start });
  }

  remove(name: string): void {
    const views = this.#stored.views.filter((view) => view.name !== name);
    const start = views.some((view) => view.path === this.#stored.start) ? this.#stored.start : null;
    this.#store({ views, start });
  }

  /** @param path of a saved view; null for Home */
  startWith(path: string | null): void {
    this.#store({ ...this.#stored, start: path });
  }

  #store(stored: Stored): void {
    this.#stored = stored;
    try {
      localStorage.setItem(KEY, JSON.stringify(stored));
    } catch {
      // Storage is blocked: the views last until the page is closed.
    }
  }
}

function read(): Stored {
  try {
    return parsed(localStorage.getItem(KEY));
  } catch {
    return { views: [], start: null };
  }
}

/** Accepts only views of this dashboard: another page of this origin may have written to the storage. */
export function parsed(text: string | null): Stored {
  const value: unknown = JSON.parse(text ?? 'null');
  if (typeof value !== 'object' || value === null) return { views: [], start: null };
  const listed: unknown = Reflect.get(value, 'views');
  const views = (Array.isArray(listed) ? listed : []).filter(isView).map(({ name, path }) => ({ name, path }));
  const start: unknown = Reflect.get(value, 'start');
  return { views, start: views.some(({ path }) => path === start) ? String(start) : null };
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const [name, path]: unknown[] = [Reflect.get(value, 'name'), Reflect.get(value, 'path')];
  return typeof name === 'string' && typeof path === 'string' && /^\/(?!\/|api\/)/.test(path);
}

export const saved = new Saved();
