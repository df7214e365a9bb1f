// A chart as a file. The server draws all pictures from its own data, so that they look alike wherever they were asked for.

import { paths, type Query } from '../api/paths';

/** Endings of files, and what is in them. */
export const FACES = [
  ['png', 'A picture of 2400 pixels'],
  ['svg', 'A picture of lines, for pages'],
  ['pdf', 'A picture of lines, for papers'],
  ['csv', 'Every point in full, one a line'],
  ['json', 'Every point in full'],
] as const;

export type Ending = (typeof FACES)[number][0];
/** What a picture is made for. */
export const PAPERS = [
  ['full', 'with title'],
  ['bare', 'no title, no foot'],
  ['column', 'one column, 3.3 in'],
] as const;

export type Paper = (typeof PAPERS)[number][0];
export type Theme = 'light' | 'dark';

/** Where the server has a view as a file with an ending. */
export type Face = (ending: string, theme: Theme, paper: Paper) => string;

/** What a question to the server shows, as files. */
export function viewFace(view: string, query: Query): Face {
  return (ending, theme, paper) => paths.view(view, ending, { ...query, theme, for: paper === 'full' ? null : paper });
}

/** What the present address shows, as files, with some of its query replaced. */
export function facesOf(view: string, query: URLSearchParams, changes: Query = {}): Face {
  const all = Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
  return viewFace(view, { ...all, ...changes });
}
