// The rows of a query as CSV, as the server writes its own: a text that a spreadsheet would take for a formula has an apostrophe in front.

import type { SqlAnswer } from '../../api/types';

type Value = SqlAnswer['rows'][number][number];

export function csvOf({ columns, rows }: SqlAnswer): string {
  const lines = [columns.map(({ name }) => cell(name)), ...rows.map((row) => row.map(cell))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

function cell(value: Value): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
