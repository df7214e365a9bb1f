// Views that the reader keeps in this browser, and the one that gpucomm opens with.

const KEY = 'gpucomm.views';
const MOST = 50;

export interface SavedView {
  name: string;
  /** Within the dashboard, with its query. */
  path: string;
}

interface Kept {
  views: SavedView[];
  /** The path of one of them. */
  start: string | null;
}

class Saved {
  #kept = $state.raw<Kept>(read());

  get views(): readonly SavedView[] {
    return this.#kept.views;
  }

  get start(): string | null {
    return this.#kept.start;
  }

  /** One of that name is replaced, and goes on to be the start if it was. */
  add(name: string, path: string): void {
    const { views, start } = this.#kept;
    const before = views.find((view) => view.name === name);
    const next = [...views.filter((view) => view !== before), { name, path }].slice(-MOST);
    this.#keep({ views: next, start: before !== undefined && before.path === start ? path : start });
  }

  remove(name: string): void {
    const views = this.#kept.views.filter((view) => view.name !== name);
    const start = views.some((view) => view.path === this.#kept.start) ? this.#kept.start : null;
    this.#keep({ views, start });
  }

  /** @param path of a saved view; null for the overview */
  startWith(path: string | null): void {
    this.#keep({ ...this.#kept, start: path });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Storage is blocked: they last as long as the page.
    }
  }
}

function read(): Kept {
  try {
    return parsed(localStorage.getItem(KEY));
  } catch {
    return { views: [], start: null };
  }
}

/** Only what is a view of this dashboard: another page of this origin may have written there. */
export function parsed(text: string | null): Kept {
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
