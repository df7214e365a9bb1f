// Maps pages to addresses and back. The server uses the same routes.json.

import { BASE } from './base';
import routes from './routes.json';

type PageName = keyof typeof routes;

/** A page, and the id or name of its subject, if any. */
export interface Page {
  name: PageName | 'missing';
  id: string | null;
}

const MISSING: Page = { name: 'missing', id: null };
const NAMES = Object.keys(routes).filter((name): name is PageName => name in routes);

/** The current and former paths of a page. */
const pathsOf = (name: PageName): string[] => [routes[name]].flat();

/** The first matching route, in the order of the list. */
export function pageOf(path: string): Page {
  if (!isHere(path)) return MISSING;
  const parts = partsOf(path.slice(BASE.length));
  for (const [name, path] of NAMES.flatMap((each) => pathsOf(each).map((where) => [each, where] as const))) {
    const pattern = partsOf(path);
    const fits = pattern.length === parts.length && pattern.every((part, at) => part === '{id}' || part === parts[at]);
    if (!fits) continue;
    const at = pattern.indexOf('{id}');
    const id = at < 0 ? null : decoded(parts[at] ?? '');
    return at >= 0 && id === null ? MISSING : { name, id };
  }
  return MISSING;
}

/** The current address for a former one; null if it is not a former address. */
export function movedTo({ pathname, search, hash }: URL): string | null {
  const { name, id } = pageOf(pathname);
  if (name === 'missing' || id !== null || !pathsOf(name).slice(1).includes(pathname.slice(BASE.length))) return null;
  return at(name) + search + hash;
}

/** Whether a path is below that of this server's pages. */
export function isHere(path: string): boolean {
  return path === BASE || path.startsWith(`${BASE}/`);
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** The address of a page, with the id of its subject and a query, if any. */
function at(name: PageName, id = '', query = ''): string {
  const path = BASE + (pathsOf(name)[0] ?? '').replace('{id}', encodeURIComponent(id));
  return query === '' ? path : `${path}?${query}`;
}

export const urls = {
  overview: (): string => at('overview'),
  figures: (): string => at('figures'),
  figure: (name: string): string => at('figure', name),
  explore: (query = ''): string => at('explore', '', query),
  runs: (query = ''): string => at('runs', '', query),
  run: (id: string): string => at('run', id),
  compare: (a: readonly string[] = [], b: readonly string[] = []): string =>
    at('compare', '', new URLSearchParams([...a.map((id) => ['a', id]), ...b.map((id) => ['b', id])]).toString()),
  pairs: (runs: readonly string[], uploads: readonly string[] = []): string =>
    at(
      'pairs',
      '',
      new URLSearchParams([...runs.map((id) => ['run', id]), ...uploads.map((id) => ['upload', id])]).toString(),
    ),
  scaling: (query = ''): string => at('scaling', '', query),
  history: (query = ''): string => at('history', '', query),
  sql: (query = ''): string => at('sql', '', query),
  study: (): string => at('study'),
  live: (id: string): string => at('live', id),
  uploads: (): string => at('uploads'),
  rereading: (): string => at('rereading'),
  auditLog: (query = ''): string => at('audit', '', query),
  alerts: (): string => at('alerts'),
  /** With a query such as `upload=ID` the form is filled in from that upload. */
  hardware: (query = ''): string => at('hardware', '', query),
  signOut: (): string => `${BASE}/sign-out`,
  upload: (id: string): string => at('upload', id),
  /** The upload's log at a line. */
  uploadLine: (id: string, position: number): string => at('upload', id, `line=${position}`),
};
