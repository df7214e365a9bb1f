// The rows of a query as a chart: the first two columns of numbers are its axes, the columns of text name its curves.

import { inksOf, shortId } from '../../chart/data';
import type { ChartModel, Scale } from '../../chart/model';
import type { SqlAnswer } from '../../api/types';
import type { Unit } from '../../format/quantity';

type Column = SqlAnswer['columns'][number];
type Row = SqlAnswer['rows'][number];

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*)$/;

export const isNumber = ({ type }: Column): boolean => NUMBER.test(type);

/** Null unless there are two columns of numbers and a curve with two points. */
export function chartOf({ columns, rows }: SqlAnswer): ChartModel | null {
  const [x, y] = columns.flatMap((column, at) => (isNumber(column) ? [at] : []));
  if (x === undefined || y === undefined) return null;
  const names = columns.flatMap((column, at) => (isNumber(column) ? [] : [at]));
  const drawn = rows.filter((row) => Number.isFinite(row[x]) && Number.isFinite(row[y]));
  const curves = new Map<string, Row[]>();
  for (const row of drawn) {
    const name = names.map((at) => text(row[at])).join(' · ');
    const of = curves.get(name);
    if (of) of.push(row);
    else curves.set(name, [row]);
  }
  if (![...curves.values()].some((of) => new Set(of.map((row) => row[x])).size > 1)) return null;
  const inks = inksOf([...curves].map(([name]) => ({ key: { name } })));
  const title = (at: number): string => columns[at]?.name ?? '';
  return {
    title: `${title(y)} against ${title(x)}`,
    basis: '',
    x: axis(title(x), drawn, x),
    y: axis(title(y), drawn, y),
    curves: [...curves].map(([name, of], index) => ({
      id: shortId(name),
      label: name === '' ? title(y) : name,
      ink: inks[index] ?? { hue: 'grey', depth: null },
      dashed: false,
      key: {},
      runs: [],
      flags: [],
      points: of
        .map((row) => ({
          x: Number(row[x]),
          y: Number(row[y]),
          n: 1,
          min: Number(row[y]),
          max: Number(row[y]),
          wrong: 0,
        }))
        .toSorted((a, b) => a.x - b.x),
    })),
  };
}

function axis(name: string, rows: readonly Row[], at: number): ChartModel['x'] {
  const values = rows.map((row) => Number(row[at]));
  const wide = Math.min(...values) > 0 && Math.max(...values) >= 16 * Math.min(...values);
  const unit = unitOf(name);
  const log: Scale = unit === 'bytes' || unit === 'GPUs' ? 'log2' : 'log10';
  return { label: name, unit, scale: wide && unit !== 'GB/s' && unit !== '%' ? log : 'linear' };
}

function unitOf(name: string): Unit {
  if (/GBps$/.test(name)) return 'GB/s';
  if (/_us$/.test(name)) return 'µs';
  if (/_pct$/.test(name)) return '%';
  return /bytes$/.test(name) ? 'bytes' : name === 'ranks' ? 'GPUs' : 'count';
}

function text(value: Row[number] | undefined): string {
  return value === null || value === undefined ? 'none' : String(value);
}
