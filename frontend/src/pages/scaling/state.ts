// Curves along GPUs as a chart: at a fixed message size or a fixed size per rank, measured and forecast.

import type { ScalingCurve, ScalingPoint } from '../../api/types';
import { inksOf, shortId } from '../../chart/data';
import type { ChartModel, Curve, CurvePoint } from '../../chart/model';
import { bytes } from '../../format/bytes';
import * as words from '../../format/words';

export type ScalingMetric = 'busbw' | 'algbw' | 'time' | 'efficiency';
export type Fixed = 'message' | 'rank';

export const SCALING_METRICS: readonly ScalingMetric[] = ['busbw', 'algbw', 'time', 'efficiency'];

/** A curve with the bytes that are fixed along it, per message or per rank. */
export interface Line {
  curve: ScalingCurve;
  size: number | null;
  points: { point: ScalingPoint; bytes: number | null }[];
}

/** The curves drawn: those with at least one value of the metric. */
export function linesOf(curves: readonly ScalingCurve[], metric: ScalingMetric, fixed: Fixed): Line[] {
  const lines = fixed === 'message' ? curves.map(ofMessage) : perRank(curves);
  return lines.filter((line) => pointsOf(line, metric).length > 0);
}

/** @param level coverage of the forecast intervals, 0 to 1 */
export function chartOfScaling(lines: readonly Line[], metric: ScalingMetric, fixed: Fixed, level: number): ChartModel {
  const curves = lines.map(({ curve }) => curve);
  const names = namesOf(lines, fixed);
  const inks = inksOf(
    lines.map(({ curve: { operation, library, series }, size }) => ({
      key: { operation, library, stack: series, bytes: size },
    })),
  );
  const drawn = lines.flatMap((line, index) => {
    const ink = inks[index] ?? { hue: 'grey', depth: null };
    const label = names[index] ?? '';
    const measured = curveOf(label, ink, false, pointsOf(line, metric));
    const beyond = fixed === 'message' ? forecastOf(line.curve, metric, level) : [];
    const last = measured.points.at(-1);
    if (beyond.length === 0 || !last) return [measured];
    return [
      { ...measured, unnamed: true },
      { ...curveOf(`${label} forecast`.trim(), ink, true, [last, ...beyond]), continues: true },
    ];
  });
  return {
    title: `${metricTitle(metric)} against GPUs`,
    basis: basisOf(curves, metric, fixed),
    x: { label: 'GPUs', unit: 'GPUs', scale: 'log2' },
    y: {
      label: metric === 'efficiency' ? efficiencyTitle(curves) : metricTitle(metric),
      unit: metric === 'time' ? 'µs' : metric === 'efficiency' ? '%' : 'GB/s',
      scale: metric === 'time' ? 'log10' : 'linear',
    },
    ...(fixed === 'message' && metric !== 'efficiency' ? { over: { x: 'gpus' as const, metric } } : {}),
    dashes: `forecast with ${Math.round(100 * level)} % interval`,
    curves: apart(drawn.filter((curve) => curve.points.length > 0)),
  };
}

/** The reference of the efficiency: the fewest GPUs of each curve, which may already span several nodes. */
function efficiencyTitle(curves: readonly ScalingCurve[]): string {
  if (curves.every((curve) => curve.points.every((point) => point.efficiency !== null)))
    return metricTitle('efficiency');
  const fewest = [...new Set(curves.flatMap((curve) => curve.points.slice(0, 1)).map(({ ranks }) => ranks))];
  return fewest.length === 1 ? `Bandwidth over that on ${fewest[0]} GPUs` : 'Bandwidth over that on the fewest GPUs';
}

/** Curves that differ only in unnamed properties have the same name and stay separate. */
function apart(curves: Curve[]): Curve[] {
  const seen = new Map<string, number>();
  return curves.map((curve) => {
    const before = seen.get(curve.id) ?? 0;
    seen.set(curve.id, before + 1);
    return before === 0 ? curve : { ...curve, id: shortId(`${curve.id} ${before}`) };
  });
}

function metricTitle(metric: ScalingMetric): string {
  return words.metric(metric);
}

/** What all curves have in common. */
function basisOf(curves: readonly ScalingCurve[], metric: ScalingMetric, fixed: Fixed): string {
  const parts = curves.map(partsOf);
  const common = (parts[0] ?? []).filter((part, at) => part !== '' && parts.every((each) => each[at] === part));
  const way = fixed === 'message' ? 'each curve one message size' : 'each curve one message size / GPUs';
  const most = Math.max(1, ...curves.flatMap((curve) => curve.points.map((point) => point.n)));
  const medians = most > 1 ? [`medians of up to ${most} measurements`] : ['single measurements'];
  const efficiency =
    metric === 'efficiency' && curves.some((curve) => curve.points.some((point) => point.efficiency !== null))
      ? ['as the application printed it']
      : [];
  return [...common, way, ...medians, ...efficiency].join(' · ');
}

function ofMessage(curve: ScalingCurve): Line {
  return {
    curve,
    size: curve.bytes,
    points: curve.points.map((point) => ({ point, bytes: curve.bytes })),
  };
}

/** One size per rank means different message sizes: 32 MiB on 16 GPUs, 64 MiB on 32. */
function perRank(curves: readonly ScalingCurve[]): Line[] {
  const lines = new Map<string, Line>();
  for (const curve of curves) {
    for (const point of curve.points) {
      if (curve.bytes === null || curve.bytes % point.ranks !== 0) continue;
      const size = curve.bytes / point.ranks;
      const key = `${curve.series} ${size}`;
      const line = lines.get(key) ?? { curve, size, points: [] };
      line.points.push({ point, bytes: curve.bytes });
      lines.set(key, line);
    }
  }
  return [...lines.values()].filter((line) => line.points.length > 1).sort((a, b) => (a.size ?? 0) - (b.size ?? 0));
}

/** Properties in which two stacks may differ. */
function partsOf(curve: ScalingCurve): string[] {
  return [
    curve.title,
    curve.datatype,
    [words.tool(curve.tool), curve.toolVersion].filter((part) => part !== '').join(' '),
    curve.libraryVersion === '' ? '' : `${words.library(curve.library)} ${curve.libraryVersion}`,
    curve.hardware,
    curve.place,
    curve.transport,
    curve.timing,
    curve.settings,
    curve.environment,
  ];
}

/** Only the distinguishing properties, the size last. */
function namesOf(lines: readonly Line[], fixed: Fixed): string[] {
  const parts = lines.map(({ curve }) => partsOf(curve));
  const sizes = lines.map(({ size }) => (size === null ? '' : `${bytes(size)}${fixed === 'rank' ? ' a rank' : ''}`));
  const telling = (parts[0] ?? []).map((_, at) => at).filter((at) => new Set(parts.map((each) => each[at])).size > 1);
  const isOfSizes = new Set(sizes).size > 1;
  const shown = telling.length === 0 && !isOfSizes ? [0] : telling;
  return parts.map((each, index) => {
    const named = [...shown.map((at) => each[at] ?? ''), isOfSizes ? (sizes[index] ?? '') : ''];
    return named.filter((part) => part !== '').join(' · ');
  });
}

function curveOf(label: string, ink: Curve['ink'], dashed: boolean, points: CurvePoint[]): Curve {
  const ascending = points.toSorted((a, b) => a.x - b.x);
  return { id: shortId(label), label, ink, dashed, key: {}, runs: [], flags: [], points: ascending };
}

function pointsOf(line: Line, metric: ScalingMetric): CurvePoint[] {
  const ascending = line.points.toSorted((a, b) => a.point.ranks - b.point.ranks);
  const first = ascending[0]?.point;
  return ascending.flatMap(({ point }) => {
    const y = valueOf(point, metric, first);
    return y === null ? [] : [{ x: point.ranks, y, n: point.n, min: y, max: y, wrong: point.checked ? 0 : null }];
  });
}

function valueOf(point: ScalingPoint, metric: ScalingMetric, first: ScalingPoint | undefined): number | null {
  if (metric !== 'efficiency') return point[metric];
  if (point.efficiency !== null) return point.efficiency;
  const [own, base] = [point.busbw ?? point.algbw, first?.busbw ?? first?.algbw ?? null];
  return own === null || base === null || base === 0 ? null : (100 * own) / base;
}

/** The points of a forecast with their intervals as a band; none without a forecast. */
function forecastOf(curve: ScalingCurve, metric: ScalingMetric, level: number): CurvePoint[] {
  const interval = `${Math.round(100 * level)} % interval`;
  const first = curve.points.toSorted((a, b) => a.ranks - b.ranks)[0];
  const base = first?.busbw ?? first?.algbw ?? null;
  return (curve.forecast?.points ?? []).flatMap(({ ranks, time, low, high, factor }) => {
    const at = (micros: number): number | null => {
      if (metric === 'time') return micros;
      if (curve.bytes === null) return null;
      const algbw = curve.bytes / (micros * 1e3);
      if (metric === 'algbw') return algbw;
      const busbw = factor === null ? null : algbw * factor;
      if (metric === 'busbw') return busbw;
      const own = first?.busbw === null ? algbw : busbw;
      return own === null || base === null ? null : (100 * own) / base;
    };
    const [y, one, other] = [at(time), at(low), at(high)];
    if (y === null || one === null || other === null) return [];
    return [{ x: ranks, y, n: 0, min: Math.min(one, other), max: Math.max(one, other), wrong: 0, interval }];
  });
}
