// Times of single iterations, if tools recorded them: the server's curves as a chart, and data for boxes.

import type { Iterations } from '../../api/types';
import { inksOf, shortId } from '../data';
import type { ChartModel, Curve, CurvePoint } from '../model';
import { fullRange } from '../scales';
import * as words from '../../format/words';

export type Spread = Iterations['series'][number]['points'][number];

export interface SpreadCurve {
  id: string;
  label: string;
  /** Properties that its points share, by name. */
  key: Record<string, unknown>;
  runs: string[];
  /** Ascending in size. */
  spreads: Spread[];
}

export function spreadsOf({ series }: Iterations): SpreadCurve[] {
  return series.map(({ id, label, key, runs, points }) => ({
    id,
    key,
    runs,
    label: label === '' ? words.operation(String(key['operation'] ?? '')) : label,
    spreads: points,
  }));
}

/** Range from the shortest to the longest time of all curves and sizes; all boxes share this axis. */
export function rangeOf(curves: readonly SpreadCurve[]): [number, number] {
  const times = curves.flatMap(({ spreads }) =>
    spreads.flatMap(({ min, p50, p99, max }) => [min, p50, p99, max].filter((time) => time !== null)),
  );
  return fullRange(times, 'log10', false);
}

/** How several measurements of one size are combined. */
export const SEVERAL =
  'several measurements of a size: shortest and longest of all, medians of the medians and percentiles';

/** Medians with a band from the shortest to the 99th percentile, and the longest as a dashed line; null = none are known. */
export function bandsOf(curves: readonly SpreadCurve[]): ChartModel | null {
  if (curves.length === 0) return null;
  // Dashes mark the longest iterations, so each placement has its own hue.
  const inks = inksOf(curves.map(({ label }) => ({ key: { label } })));
  const several = curves.some(({ spreads }) => spreads.some(({ n }) => n > 1));
  return {
    title: 'Time of single iterations against message size',
    basis: `median; band from the shortest to the 99th percentile; dashed: the longest${several ? ` · ${SEVERAL}` : ''}`,
    dashes: 'the longest iteration',
    x: { label: 'Message size', unit: 'bytes', scale: 'log2' },
    y: { label: 'Time of an iteration', unit: 'µs', scale: 'log10' },
    curves: curves.flatMap(({ id, label, runs, spreads }, index) => {
      const ink = inks[index] ?? { hue: 'grey' as const, depth: null };
      const curve = (name: string, dashed: boolean, points: CurvePoint[]): Curve => ({
        id: shortId(`${id} ${name}`),
        label: `${label} · ${name}`,
        ink,
        dashed,
        key: {},
        runs,
        flags: [],
        points,
      });
      const longest = spreads.flatMap(({ x, n, max, wrong }) =>
        max === null ? [] : [{ x, y: max, n, min: max, max, wrong }],
      );
      return [
        curve(
          'median',
          false,
          spreads.map((spread) => middle(spread)),
        ),
        ...(longest.length > 0 ? [curve('longest', true, longest)] : []),
      ];
    }),
  };
}

function middle({ x, n, p50, min, p99, max, wrong }: Spread): CurvePoint {
  return {
    x,
    y: p50,
    n,
    min: min ?? p50,
    max: p99 ?? max ?? p50,
    wrong,
    interval: `${min === null ? 'median' : 'shortest'} to ${p99 !== null ? '99th percentile' : max !== null ? 'longest' : 'median'}`,
  };
}
