// From the server's series to curves, and from curves to what uPlot wants.

import { unitOf } from '../format/quantity';
import type { Property, Series, SeriesAnswer } from '../api/types';
import type { ChartModel, Curve, CurvePoint, Scale } from './model';
import { HUE_NAMES, hueOfLibrary, hueOfOperation, MARKERS, type Hue, type Ink } from './palette';

export interface ScaleChoice {
  x: 'log' | 'linear';
  y: 'log' | 'linear';
}

export function chartOf(answer: SeriesAnswer, scales: ScaleChoice): ChartModel {
  return {
    title: `${upperFirst(answer.y.label)} against ${lowerFirst(answer.x.label)}`,
    basis: [...answer.common.map(({ title }) => title), answer.aggregation].join(' · '),
    statistic: answer.aggregation.includes('a mean over') ? 'mean' : 'median',
    x: {
      label: upperFirst(answer.x.label),
      unit: answer.x.name === 'gpus' ? 'GPUs' : 'bytes',
      scale: scales.x === 'log' ? 'log2' : 'linear',
    },
    y: {
      label: upperFirst(answer.y.label),
      unit: unitOf(answer.y.unit ?? ''),
      scale: scales.y === 'log' ? 'log10' : 'linear',
    },
    curves: curvesOf(answer.series),
    ...overOf(answer),
  };
}

/** Overlaid files have no speedups and no means over sizes. */
function overOf({ x, y, aggregation }: SeriesAnswer): Pick<ChartModel, 'over'> {
  const metric = METRICS_OF_FILES.find((name) => name === y.name);
  if (metric === undefined || aggregation.includes('a mean over')) return {};
  return { over: { x: x.name === 'gpus' ? 'gpus' : 'size', metric } };
}

const METRICS_OF_FILES = ['busbw', 'algbw', 'time'] as const;

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words such as `GPUs` keep their capitals. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function curvesOf(series: readonly Series[]): Curve[] {
  const inks = inksOf(series.map(({ key, differs }) => ({ key: { ...key, ...besides(differs) } })));
  return series.map((each, index) => ({
    id: shortId(each.id),
    label: each.label === '' ? 'all rows' : each.label,
    ink: inks[index] ?? { hue: 'grey', depth: null },
    dashed: textOf(each.key['placement']) === 'in_place',
    key: Object.fromEntries(Object.entries(each.key).map(([name, value]) => [name, textOf(value)])),
    runs: each.runs,
    flags: flagWords(each),
    points: each.points
      .map((point) => ({ ...point, runs: point.runs?.flatMap((at) => each.runs[at] ?? []) ?? each.runs }))
      .sort((a, b) => a.x - b.x),
  }));
}

/** What distinguishes curves with equal keys: the run. */
function besides(differs: readonly Property[]): Record<string, string> {
  const named = differs.filter(({ name }) => name === 'run' || name === 'id' || name === 'group');
  return Object.fromEntries(named.map(({ name, value }) => [name, String(value)]));
}

/** Each flag once, with how many of the curve's runs have it. */
export function flagWords({ runs, flagged }: Pick<Series, 'runs' | 'flagged'>): string[] {
  const counts = new Map<string, number>();
  for (const { title } of flagged.flatMap((run) => run.flags)) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts].map(([title, count]) => (runs.length === 1 ? title : `${count} of ${runs.length} runs: ${title}`));
}

function textOf(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === 'none' ? '' : String(value);
}

/** Eight characters for a long identity (FNV-1a), so that an address can list hidden curves. */
export function shortId(id: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

const ORDERED = ['ranks', 'bytes'];
/** Nodes go with ranks; neither defines a kind of curve. */
const PLAIN = ['placement', 'nodes', ...ORDERED];

/** Shades of black are those of grey. */
const SHADED = 6;

/**
 * Each kind of curve (operation, library, variant, …) has its own hue and marker; after six kinds the markers repeat
 * with another dash, so that twelve kinds differ without colour. GPU counts and sizes are shades of one hue, spread over
 * the values shown. Operations and libraries have the same hue on every page. The server's pictures follow the same rule;
 * both are tested against one list of cases.
 */
export function inksOf(series: readonly Pick<Series, 'key'>[]): Ink[] {
  const ordered = ORDERED.find((name) => varies(series, name));
  const byLibrary = !varies(series, 'operation') && varies(series, 'library');
  const hues = new Map<string, Hue>();
  for (const each of series) {
    const kind = kindOf(each);
    if (hues.has(kind)) continue;
    const wished = byLibrary
      ? hueOfLibrary(textOf(each.key['library']))
      : hueOfOperation(textOf(each.key['operation']));
    hues.set(kind, freeHue(wished, hues, ordered === undefined ? HUE_NAMES.length : SHADED));
  }
  const kinds = [...hues.keys()];
  const steps = new Map(kinds.map((kind) => [kind, ordered === undefined ? [] : stepsOf(series, kind, ordered)]));
  return series.map((each) => {
    const kind = kindOf(each);
    const place = kinds.indexOf(kind);
    return {
      hue: hues.get(kind) ?? 'grey',
      depth: ordered === undefined ? null : depthOf(Number(each.key[ordered]), steps.get(kind) ?? []),
      marker: MARKERS[place % MARKERS.length] ?? 'circle',
      broken: Math.floor(place / MARKERS.length) % 2 === 1,
    };
  });
}

/** Everything in a series' key that is neither placement nor an ordered number. */
function kindOf(series: Pick<Series, 'key'>): string {
  const names = Object.keys(series.key).filter((name) => !PLAIN.includes(name));
  return names.map((name) => `${name}=${textOf(series.key[name])}`).join('&');
}

function freeHue(wished: Hue | undefined, taken: Map<string, Hue>, most: number): Hue {
  const used = new Set(taken.values());
  if (wished !== undefined && !used.has(wished)) return wished;
  const free = HUE_NAMES.slice(0, most).find((name) => !used.has(name));
  return free ?? HUE_NAMES[taken.size % most] ?? 'grey';
}

function varies(series: readonly Pick<Series, 'key'>[], name: string): boolean {
  return new Set(series.map((each) => textOf(each.key[name]))).size > 1;
}

/** The values of a field among curves of one kind, so that their shades differ as much as possible. */
function stepsOf(series: readonly Pick<Series, 'key'>[], kind: string, ordered: string): number[] {
  const values = series.filter((each) => kindOf(each) === kind).map((each) => Number(each.key[ordered]));
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Null if there is only one value. */
function depthOf(value: number, steps: number[]): number | null {
  return steps.length < 2 ? null : Math.max(0, steps.indexOf(value)) / (steps.length - 1);
}

/** Points that an axis can show: a logarithmic one has no place for zero. */
export function drawable(curve: Curve, x: Scale, y: Scale): CurvePoint[] {
  return curve.points.filter(
    (point) =>
      Number.isFinite(point.x) &&
      Number.isFinite(point.y) &&
      (x === 'linear' || point.x > 0) &&
      (y === 'linear' || point.y > 0),
  );
}

/** Every x once and ascending, then each curve's y at that x; null where the curve was not measured. */
export function aligned(curves: readonly Curve[], x: Scale, y: Scale): [number[], ...(number | null)[][]] {
  const points = curves.map((curve) => drawable(curve, x, y));
  const places = [...new Set(points.flatMap((each) => each.map((point) => point.x)))].sort((a, b) => a - b);
  const columns = points.map((each) => {
    const byX = new Map(each.map((point) => [point.x, point.y]));
    return places.map((place) => byX.get(place) ?? null);
  });
  return [places, ...columns];
}

/** Indexes of the points that are followed by a gap: a step more than 1.9 times the curve's usual one (as a ratio). */
export function gapsAfter(points: readonly CurvePoint[], scale: Scale): Set<number> {
  const steps = points.slice(1).map((point, index) => step(points[index]?.x ?? 0, point.x, scale));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 0;
  if (steps.length < 3 || usual <= 0) return new Set();
  return new Set(steps.flatMap((each, index) => (each > 1.9 * usual ? [index] : [])));
}

/** Sizes and GPU counts grow by factors, so gaps are ratios on a linear axis too. */
function step(from: number, to: number, scale: Scale): number {
  return from > 0 && to > 0 ? Math.log(to / from) : scale === 'linear' ? to - from : 0;
}
