// Helpers of heat maps: positions on the scale, node boundaries, and descriptions of cells.

import type { Matrix } from '../api/types';
import { exactly, unitOf } from '../format/quantity';
import type { Look } from '../theme.svelte';

/** Position of a value on the scale, 0 to 1. */
export function shareOf(value: number, { from, to }: Pick<Matrix, 'from' | 'to'>): number {
  return to > from ? Math.min(Math.max((value - from) / (to - from), 0), 1) : 1;
}

/** Position on the scale at which black and white text have equal contrast. */
const INVERTS: Record<Look, number> = { light: 0.62, dark: 0.45 };

/** Whether a cell needs text of the inverse colour. */
export function inverts(share: number, look: Look): boolean {
  return share > INVERTS[look];
}

/** Indexes at which another node begins; names have the form `node/rank`. */
export function nodeEnds(names: readonly string[]): Set<number> {
  const ends = new Set<number>();
  names.forEach((name, at) => {
    const before = names[at - 1];
    if (before !== undefined && nodeOf(before) !== nodeOf(name)) ends.add(at);
  });
  return ends;
}

function nodeOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

/** Five numbers next to the scale, in ascending order. */
export function ticksOf({ from, to }: Pick<Matrix, 'from' | 'to'>): number[] {
  return to > from ? [0, 1, 2, 3, 4].map((step) => from + ((to - from) * step) / 4) : [to];
}

/** `0 → 3: 371.6 GB/s = 2,973 Gb/s, median of 3 from 371.2 to 372, checked`. */
export function cellWords(matrix: Matrix, row: number, column: number): string {
  const [from, to] = [matrix.rows[row] ?? '', matrix.columns[column] ?? ''];
  const cell = matrix.cells[row]?.[column];
  if (matrix.kind !== 'pairs') return rankWords(`rank ${from}, ${to}`, cell ?? null);
  const place = `${from} → ${to}`;
  if (!cell) return `${place}: not measured`;
  const unit = unitOf(matrix.unit ?? '');
  const spread = cell.n > 1 ? `, median of ${cell.n} from ${cell.min} to ${cell.max}` : '';
  const check =
    cell.wrong === null || cell.wrong === undefined
      ? 'data not checked'
      : cell.wrong > 0
        ? `${cell.wrong} wrong elements`
        : 'data checked, no errors';
  return `${place}: ${exactly(cell.y, unit)}${spread}; ${check}`;
}

type Cell = Matrix['cells'][number][number];

/** With the decimals of its cell: `rank node-0/3, 1 MiB: 1.042 times the median of the ranks, 18.76 µs`. */
function rankWords(place: string, cell: Cell): string {
  if (!cell) return `${place}: not timed`;
  const times = (value: number): string => value.toFixed(3);
  const of = cell.time === null || cell.time === undefined ? '' : `, ${exactly(cell.time, 'µs')}`;
  const spread =
    cell.n > 1
      ? `, ${of === '' ? 'geometric mean' : 'median'} of ${cell.n} from ${times(cell.min)} to ${times(cell.max)}`
      : '';
  return `${place}: ${times(cell.y)} times the median of the ranks${of}${spread}`;
}

/** Whether ranks differ by more than noise; such cells have a frame. */
const UNEVEN = 1.5;

export function isUneven(cell: Cell): boolean {
  return cell !== null && cell.n > 1 && cell.min > 0 && cell.max / cell.min > UNEVEN;
}

/** Sorts ranks by the first column, longest time first; with several sizes it is the column of all sizes. */
export function longestFirst(matrix: Matrix): Matrix {
  const order = matrix.rows.map((_, at) => at);
  const value = (at: number): number => matrix.cells[at]?.[0]?.y ?? -1;
  order.sort((a, b) => value(b) - value(a));
  return {
    ...matrix,
    rows: order.map((at) => matrix.rows[at] ?? ''),
    cells: order.map((at) => matrix.cells[at] ?? []),
  };
}

/** Groups matrices that differ only in message size; matrices of ranks are not grouped. */
export function groupsOf(items: readonly Matrix[]): { title: string; ofSizes: Matrix[] }[] {
  const groups = new Map<string, Matrix[]>();
  for (const matrix of items) {
    if (matrix.kind !== 'pairs') continue;
    groups.set(matrix.group, [...(groups.get(matrix.group) ?? []), matrix]);
  }
  return [...groups].map(([title, ofSizes]) => ({
    title,
    ofSizes: ofSizes.toSorted((a, b) => (a.bytes ?? 0) - (b.bytes ?? 0)),
  }));
}
