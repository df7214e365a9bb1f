// Selects the curves along GPUs that are shown, and filters that narrow them.

import type { FilterName, ScalingCurve } from '../../api/types';
import type { Fix } from '../../chart/model';
import { keyValue } from '../../format/keys';
import type { Fixed, Line } from './state';

const FIXABLE = [
  'operation',
  'library',
  'variant',
  'placement',
  'bytes',
  'datatype',
  'transport',
  'tool',
  'libraryVersion',
  'toolVersion',
  'settings',
  'environment',
  'timing',
] as const satisfies readonly (FilterName & keyof ScalingCurve)[];

/** Filters that narrow the curves; first the dimension whose largest value leaves the fewest. */
export function fixesOf(lines: readonly Line[], fixed: Fixed): Fix[] {
  // One size per rank means many message sizes.
  const names = FIXABLE.filter((name) => fixed === 'message' || name !== 'bytes');
  const fixes = names.map((dimension): Fix => {
    const counts = new Map<string, number>();
    for (const { curve } of lines) {
      const value = String(curve[dimension] ?? '');
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const choices = [...counts].map(([value, left]) => ({
      value: value === '' ? 'none' : value,
      title: value === '' ? 'unknown' : keyValue(dimension, value),
      curves: left,
    }));
    const values = choices.toSorted((a, b) =>
      dimension === 'bytes' ? Number(a.value) - Number(b.value) : b.curves - a.curves,
    );
    return { dimension, values };
  });
  const largest = ({ values }: Fix): number => Math.max(...values.map((each) => each.curves));
  return fixes.filter(({ values }) => values.length > 1).toSorted((a, b) => largest(a) - largest(b));
}

/** The server's counts over all curves, with the labels of this page. */
export function titled(fixes: readonly Fix[]): Fix[] {
  return fixes.map(({ dimension, values }) => ({
    dimension,
    values: values.map((each) =>
      each.value === 'none' ? each : { ...each, title: keyValue(dimension, String(each.value)) },
    ),
  }));
}

/** The default curves: the stack with the most GPU counts, at distinguishable sizes. */
export function firstOf(lines: readonly Line[], readable: number): Line[] {
  const counts = new Map<string, Set<number>>();
  for (const { curve, points } of lines) {
    const known = counts.get(curve.series) ?? new Set();
    for (const { point } of points) known.add(point.ranks);
    counts.set(curve.series, known);
  }
  const [stack] = [...counts].toSorted((a, b) => b[1].size - a[1].size)[0] ?? [];
  const ofStack = lines.filter(({ curve }) => curve.series === stack).toSorted((a, b) => (a.size ?? 0) - (b.size ?? 0));
  const step = Math.ceil(ofStack.length / readable);
  return ofStack.filter((_, at) => (ofStack.length - 1 - at) % step === 0);
}
