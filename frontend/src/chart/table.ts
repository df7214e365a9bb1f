// A chart as a table: one row per x, one column per curve.

import { counted, decimalsFor, fixed } from '../format/numbers';
import { exactly, time } from '../format/quantity';
import type { ChartModel, Curve, CurvePoint, Zoom } from './model';

export interface ChartTable {
  curves: Curve[];
  rows: { x: number; cells: (CurvePoint | null)[] }[];
  /** The text of a cell, and its full value. */
  text: (point: CurvePoint) => string;
  full: (point: CurvePoint) => string;
}

/** The visible curves and their points within the zoom. */
export function tableOf(chart: ChartModel, hidden: ReadonlySet<string>, range: [number, number] | null): ChartTable {
  const curves = chart.curves.filter((curve) => !hidden.has(curve.id));
  const inside = (x: number): boolean => range === null || (x >= range[0] && x <= range[1]);
  const places = [...new Set(curves.flatMap((curve) => curve.points.map((point) => point.x)))].filter(inside);
  const byX = curves.map((curve) => new Map(curve.points.map((point) => [point.x, point])));
  const decimals = decimalsFor(curves.flatMap((curve) => curve.points.map((point) => point.y)));
  const { unit } = chart.y;
  return {
    curves,
    rows: places.sort((a, b) => a - b).map((x) => ({ x, cells: byX.map((points) => points.get(x) ?? null) })),
    text: (point) => (unit === 'µs' ? time(point.y) : fixed(point.y, decimals)),
    full: (point) => [exactly(point.y, unit), ...repetitions(point, chart), ...verdict(point)].join('\n'),
  };
}

/** The size of a chart's table: `12 points in 2 curves`. */
export function shownIn(chart: ChartModel, hidden: ReadonlySet<string>, zoom: Zoom | null): string {
  const { curves, rows } = tableOf(chart, hidden, zoom?.x ?? null);
  const points = rows.reduce((sum, { cells }) => sum + cells.filter((cell) => cell !== null).length, 0);
  return `${counted(points, 'point')} in ${counted(curves.length, 'curve')}`;
}

function repetitions(point: CurvePoint, { y: { unit }, statistic }: ChartModel): string[] {
  if (point.interval !== undefined)
    return [`${point.interval} ${exactly(point.min, unit)} to ${exactly(point.max, unit)}`];
  if (point.n < 2) return [];
  return [`${statistic ?? 'median'} of ${point.n}, from ${exactly(point.min, unit)} to ${exactly(point.max, unit)}`];
}

function verdict(point: CurvePoint): string[] {
  if (point.wrong === null) return ['data not checked by the tool'];
  return point.wrong > 0 ? [`${point.wrong} wrong elements`] : [];
}
