// Numbers as the server wrote them: JSON.parse would turn 373.0 into 373, and the digits show a tool's precision.

import { parsed } from './http';
import type { PointTable } from './types';

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The same JSON with every number as a string. */
export function quoted(json: string): string {
  return json.replace(STRING_OR_NUMBER, (found) => (found.startsWith('"') ? found : `"${found}"`));
}

/** A table whose cells are strings with all printed digits. */
export function tableWithDigits(text: string, path: string): PointTable {
  const table = parsed<PointTable>(quoted(text), path);
  return { ...table, total: Number(table.total) };
}
