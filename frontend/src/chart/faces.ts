// Charts as files. The server draws all pictures from its own data, so that they look the same everywhere.

import { paths, type Query } from '../api/paths';

/** File extensions and their descriptions. */
export const FACES = [
  ['png', 'Picture, 2400 pixels wide'],
  ['svg', 'Vector picture for web pages'],
  ['pdf', 'Vector picture for papers'],
  ['csv', 'All points with full precision, one per line'],
  ['json', 'All points with full precision'],
] as const;

export type Ending = (typeof FACES)[number][0];
/** Layouts of pictures. */
export const PAPERS = [
  ['full', 'with title'],
  ['bare', 'without title and footer'],
  ['column', 'one column, 3.3 in'],
] as const;

export type Paper = (typeof PAPERS)[number][0];
export type Theme = 'light' | 'dark';

/** Returns the address of a view as a file with this extension. */
export type Face = (ending: string, theme: Theme, paper: Paper) => string;

/** Files of a server query. */
export function viewFace(view: string, query: Query): Face {
  return (ending, theme, paper) => paths.view(view, ending, { ...query, theme, for: paper === 'full' ? null : paper });
}

/** Files of the current page, with parts of its query replaced. */
export function facesOf(view: string, query: URLSearchParams, changes: Query = {}): Face {
  const all = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
  return viewFace(view, { ...all, ...changes });
}
