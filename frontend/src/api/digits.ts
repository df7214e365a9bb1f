// Numbers as the server wrote them: JSON.parse would make 373 of 373.0, and a tool's digits say how precise it is.

import { parsed } from './http';
import type { PointTable } from './types';

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The same JSON with every number as a string. */
export function quoted(json: string): string {
  return json.replace(STRING_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
}

/** A table whose cells are texts with all the digits that were printed. */
export function tableWithDigits(text: string, path: string): PointTable {
  const table = parsed<PointTable>(quoted(text), path);
  return { ...table, total: Number(table.total) };
}
