// State of a comparison in the address, and its charts.

import type { ComparedPlace, ComparedValues, Comparison, FilterName, Metric } from '../../api/types';
import type { ChartModel, Curve, CurvePoint, Fix } from '../../chart/model';
import { inksOf, shortId } from '../../chart/data';
import type { Ink } from '../../chart/palette';
import { keyValue } from '../../format/keys';
import * as words from '../../format/words';

export type Shown = Extract<Metric, 'busbw' | 'algbw' | 'time'>;

export const SHOWN: readonly Shown[] = ['busbw', 'algbw', 'time'];

/** Maximum number of pairs of curves that are distinguishable, and that are drawn. */
export const READABLE = 6;
export const MOST_PAIRS = 20;

/** Dimensions in which places can differ, by filter. */
const FIXABLE = ['operation', 'placement', 'problem', 'datatype', 'ranks'] as const satisfies readonly (FilterName &
  keyof ComparedPlace)[];

/** Filters that narrow the pairs of curves; first the dimension whose largest value leaves the fewest. */
export function fixesOf(places: readonly ComparedPlace[]): Fix[] {
  const groups = groupsOf(places);
  const fixes = FIXABLE.map((dimension): Fix => {
    const names = new Map<string, Set<string>>();
    for (const [name, ofGroup] of groups) {
      for (const place of ofGroup) {
        const value = String(place[dimension] ?? '');
        names.set(value, (names.get(value) ?? new Set()).add(name));
      }
    }
    const values = [...names].map(([value, left]) => ({
      value: value === '' ? 'none' : value,
      title: value === '' ? 'unknown' : keyValue(dimension, value),
      curves: left.size,
    }));
    return {
      dimension,
      values: values.toSorted((a, b) =>
        dimension === 'ranks' ? Number(a.value) - Number(b.value) : b.curves - a.curves,
      ),
    };
  });
  const largest = ({ values }: Fix): number => Math.max(...values.map((each) => each.curves));
  return fixes.filter(({ values }) => values.length > 1).toSorted((a, b) => largest(a) - largest(b));
}

/** `All-Reduce · 16 GPUs`, as far as places differ in it. */
export function groupsOf(places: readonly ComparedPlace[]): Map<string, ComparedPlace[]> {
  const parts = (place: ComparedPlace): string[] => [
    place.title,
    place.library === '' ? '' : words.library(place.library),
    place.problem,
    place.datatype,
    place.ranks === null ? '' : `${place.ranks} ${place.ranks === 1 ? 'GPU' : 'GPUs'}`,
  ];
  const all = places.map(parts);
  const telling = [0, 1, 2, 3, 4].filter((at) => new Set(all.map((each) => each[at])).size > 1);
  const groups = new Map<string, ComparedPlace[]>();
  places.forEach((place, index) => {
    const name = telling
      .map((at) => all[index]?.[at] ?? '')
      .filter((part) => part !== '')
      .join(' · ');
    groups.set(name, [...(groups.get(name) ?? []), place]);
  });
  return groups;
}

/** Metrics that both sides have somewhere. */
export function metricsOf({ places }: Comparison): Shown[] {
  return SHOWN.filter((metric) => places.some((place) => place.a[metric] !== null && place.b[metric] !== null));
}

/** Along sizes, or along GPUs for operations without sizes. */
export function axisOf(places: readonly ComparedPlace[]): 'size' | 'gpus' {
  return places.some((place) => place.bytes !== null && place.bytes > 0) ? 'size' : 'gpus';
}

/** What all places have in common. */
function basisOf({ places, a, b }: Comparison): string {
  const titles = new Set(places.map((place) => place.title));
  const ranks = new Set(places.map((place) => place.ranks));
  const [only] = titles;
  const [count] = ranks;
  return [
    titles.size === 1 && only ? only : '',
    ranks.size === 1 && count ? `${count} ${count === 1 ? 'GPU' : 'GPUs'}` : '',
    `A: ${a.title}`,
    `B: ${b.title}`,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function overOf(x: ReturnType<typeof axisOf>, metric: Shown): Pick<ChartModel, 'over'> {
  return xOf(x).unit === 'bytes' || xOf(x).unit === 'GPUs'
    ? { over: { x: xOf(x).unit === 'bytes' ? 'size' : 'gpus', metric } }
    : {};
}

export function curvesChart(comparison: Comparison, metric: Shown): ChartModel {
  const groups = [...groupsOf(comparison.places)];
  const x = axisOf(comparison.places);
  // A single pair has a colour per side; with several, each pair has a colour and B is dashed.
  const inks = inksOf(
    groups.flatMap(([, places]) =>
      ['A', 'B'].map((side) => ({ key: { ...keyOf(places), ...(groups.length === 1 ? { side } : {}) } })),
    ),
  );
  return {
    title: `${words.metric(metric)} of A and B`,
    basis: `${basisOf(comparison)}${comparison.places.some(({ a, b }) => a.repetitions + b.repetitions > 2) ? ' · medians of 8 processes and more, else geometric means' : ''}`,
    x: xOf(x),
    y: {
      label: words.metric(metric),
      unit: metric === 'time' ? 'µs' : 'GB/s',
      scale: metric === 'time' ? 'log10' : 'linear',
    },
    ...(groups.length > 1 ? { dashes: 'B' } : {}),
    ...overOf(x, metric),
    statistic: 'geometric mean',
    curves: groups.flatMap(([name, places], index) =>
      (['a', 'b'] as const).map((side, second) =>
        curve(
          `${side.toUpperCase()}${name === '' ? '' : ` · ${name}`}`,
          inks[2 * index + second],
          side === 'b',
          places.flatMap((place) => point(x, place, place[side], metric)),
        ),
      ),
    ),
  };
}

/** Speedup of B over A: above 1 B is faster. The axis is logarithmic, so that both directions look alike. */
export function ratioChart(comparison: Comparison): ChartModel {
  const groups = [...groupsOf(comparison.places)];
  const x = axisOf(comparison.places);
  const inks = inksOf(groups.map(([, places]) => ({ key: keyOf(places) })));
  return {
    title: 'Speedup of B over A',
    basis: `${basisOf(comparison)} · time of A / time of B · above 1 B is faster · band: 95 % interval${comparison.repeated ? '' : ', from assumed noise where runs were not repeated'}`,
    x: xOf(x),
    y: { label: 'A / B', unit: '', scale: 'log10', include: 1, clipsBands: true },
    curves: groups.map(([name, places], index) =>
      curve(
        name === '' ? 'A / B' : name,
        inks[index],
        false,
        places.flatMap((place) => {
          const at = x === 'size' ? place.bytes : place.ranks;
          if (at === null) return [];
          return [
            {
              x: at,
              y: speedOf(place.effect),
              n: place.a.repetitions + place.b.repetitions,
              min: speedOf(place.high),
              max: speedOf(place.low),
              wrong: 0,
              interval: '95 % interval',
            },
          ];
        }),
      ),
    ),
    marks: [{ axis: 'y', from: 1, to: 1, label: 'the same' }],
  };
}

/** @param effect time of B over time of A, less one */
export function speedOf(effect: number): number {
  return 1 / (1 + effect);
}

function xOf(x: 'size' | 'gpus'): ChartModel['x'] {
  return x === 'size'
    ? { label: 'Message size', unit: 'bytes', scale: 'log2' }
    : { label: 'GPUs', unit: 'GPUs', scale: 'log2' };
}

function keyOf([place]: ComparedPlace[]): Record<string, string | number | null> {
  if (!place) return {};
  const { operation, library, variant, problem, datatype, ranks } = place;
  return { operation, library, variant, problem, datatype, ranks };
}

function curve(label: string, ink: Ink | undefined, dashed: boolean, points: CurvePoint[]): Curve {
  return {
    id: shortId(label),
    label,
    ink: ink ?? { hue: 'grey', depth: null },
    dashed,
    key: {},
    runs: [],
    flags: [],
    points: points.toSorted((a, b) => a.x - b.x),
  };
}

function point(x: 'size' | 'gpus', place: ComparedPlace, values: ComparedValues, metric: Shown): CurvePoint[] {
  const at = x === 'size' ? place.bytes : place.ranks;
  const y = values[metric];
  return at === null || y === null ? [] : [{ x: at, y, n: values.repetitions, min: y, max: y, wrong: 0 }];
}
