// What a comparison's address says, and its charts.

import type { Metric, ComparedPlace, Comparison, ComparedValues } from '../../api/types';
import type { ChartModel, Curve, CurvePoint } from '../../chart/model';
import { HUE_NAMES, type Hue } from '../../chart/palette';
import { shortId } from '../../chart/data';
import * as words from '../../format/words';

export type Shown = Extract<Metric, 'busbw' | 'algbw' | 'time'>;

export const SHOWN: readonly Shown[] = ['busbw', 'algbw', 'time'];

const MOST_CURVES = 40;

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

/** Along sizes, but for operations without any along GPUs. */
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

export function curvesChart(comparison: Comparison, metric: Shown): ChartModel {
  const groups = [...groupsOf(comparison.places)].slice(0, MOST_CURVES);
  const x = axisOf(comparison.places);
  return {
    title: `${words.metric(metric)} of A and B`,
    basis: `${basisOf(comparison)}${comparison.places.some(({ a, b }) => a.repetitions + b.repetitions > 2) ? ' · geometric means' : ''}`,
    x: xOf(x),
    y: {
      label: words.metric(metric),
      unit: metric === 'time' ? 'µs' : 'GB/s',
      scale: metric === 'time' ? 'log10' : 'linear',
    },
    dashes: 'B',
    curves: groups.flatMap(([name, places], index) =>
      (['a', 'b'] as const).map((side) =>
        curve(
          `${side.toUpperCase()}${name === '' ? '' : ` · ${name}`}`,
          hueOf(groups.length, index, side),
          side === 'b',
          places.flatMap((place) => point(x, place, place[side], metric)),
        ),
      ),
    ),
  };
}

/** How many times as fast B is: above 1 it is faster, and both directions look alike. */
export function ratioChart(comparison: Comparison): ChartModel {
  const groups = [...groupsOf(comparison.places)].slice(0, MOST_CURVES);
  const x = axisOf(comparison.places);
  return {
    title: 'How many times as fast B is',
    basis: `${basisOf(comparison)} · time of A / time of B · above 1 B is faster · band: 95 % interval${comparison.repeated ? '' : ', from assumed noise where runs were not repeated'}`,
    x: xOf(x),
    y: { label: 'A / B', unit: '', scale: 'log10', clipsBands: true },
    curves: groups.map(([name, places], index) =>
      curve(
        name === '' ? 'A / B' : name,
        hueOf(groups.length, index, 'a'),
        false,
        places.flatMap((place) => {
          const at = x === 'size' ? place.bytes : place.ranks;
          if (at === null) return [];
          return [
            { x: at, y: speedOf(place.effect), n: 2, min: speedOf(place.high), max: speedOf(place.low), wrong: 0 },
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

/** A single pair has a colour for each side; of several each pair has one, and B is dashed. */
function hueOf(groups: number, index: number, side: 'a' | 'b'): Hue {
  return HUE_NAMES[(groups === 1 && side === 'b' ? 1 : index) % HUE_NAMES.length] ?? 'grey';
}

function curve(label: string, hue: Hue, dashed: boolean, points: CurvePoint[]): Curve {
  return {
    id: shortId(label),
    label,
    ink: { hue, depth: null },
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
  return at === null || y === null ? [] : [{ x: at, y, n: 1, min: y, max: y, wrong: 0 }];
}
