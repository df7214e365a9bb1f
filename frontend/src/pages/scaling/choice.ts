// Which of many curves along GPUs are shown, and what a reader can choose to have fewer.

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

/** What would narrow them, the dimension whose largest choice is the smallest first. */
export function fixesOf(lines: readonly Line[], fixed: Fixed): Fix[] {
  // The same bytes a rank are messages of many sizes.
  const names = FIXABLE.filter((name) => fixed === 'message' || name !== 'bytes');
  const fixes = names.map((dimension): Fix => {
    const counts = new Map<string, number>();
    for (const { curve } of lines) {
      const value = String(curve[dimension] ?? '');
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const choices = [...counts].map(([value, left]) => ({
      value: value === '' ? 'none' : value,
      title: value === '' ? 'not known' : keyValue(dimension, value),
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

/** What the server counted over all curves, in the words of this page. */
export function titled(fixes: readonly Fix[]): Fix[] {
  return fixes.map(({ dimension, values }) => ({
    dimension,
    values: values.map((each) =>
      each.value === 'none' ? each : { ...each, title: keyValue(dimension, String(each.value)) },
    ),
  }));
}

/** What an address that says nothing shows: the stack over most numbers of GPUs, at sizes that can be told apart. */
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
