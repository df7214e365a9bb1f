// A user's file as additional curves of a chart, in black.

import { shortId } from '../chart/data';
import type { ChartModel, Curve, CurvePoint } from '../chart/model';
import { MARKERS } from '../chart/palette';
import type { Overlay } from '../api/types';
import * as words from '../format/words';

type OverlayCurve = Overlay['curves'][number];
type OverlayPoint = OverlayCurve['points'][number];

/** More curves of one file would clutter the chart. */
export const MOST_OVERLAID = 12;

/** The curves of a file that fit the axes of a chart. */
export function overlaidOn(chart: ChartModel, overlay: Overlay): Curve[] {
  if (chart.over === undefined) return [];
  return drawnAlong(chart.over, overlay.curves).map(({ label, points }, index) => ({
    id: shortId(`overlay ${overlay.filename} ${index}`),
    label: [`⌁ ${overlay.filename}`, label].filter((part) => part !== '').join(' · '),
    ink: { hue: 'black', depth: null, marker: MARKERS[index % MARKERS.length] ?? 'circle', broken: true },
    dashed: false,
    key: {},
    runs: [],
    flags: [],
    points,
  }));
}

/** Curves of a file along an axis, each with a distinct label. */
export function drawnAlong(
  { x, metric }: NonNullable<ChartModel['over']>,
  curves: readonly OverlayCurve[],
): { key: OverlayCurve['key']; label: string; points: CurvePoint[] }[] {
  const grouped = new Map<
    string,
    { key: OverlayCurve['key']; bytes: number | null; points: [number, OverlayPoint][] }
  >();
  for (const { key, points } of curves) {
    for (const point of points) {
      const at = x === 'size' ? point.bytes : key.ranks;
      if (point[metric] === null || at === null) continue;
      const bytes = x === 'size' ? null : point.bytes;
      const of = x === 'size' ? key : { ...key, section: 0, ranks: null, nodes: null };
      const id = JSON.stringify([of, bytes]);
      const group = grouped.get(id) ?? { key: of, bytes, points: [] };
      group.points.push([at, point]);
      grouped.set(id, group);
    }
  }
  const groups = [...grouped.values()];
  const labels = labelsOf(groups.map(({ key, bytes }) => ({ ...key, bytes })));
  return groups.map(({ key, points }, index) => ({
    key,
    label: labels[index] ?? '',
    points: pointsOf(points.map(([at, point]) => ({ x: at, y: point[metric] ?? NaN, wrong: point.wrong }))),
  }));
}

/** Several measurements at one x are combined to their median, as everywhere. */
function pointsOf(all: readonly { x: number; y: number; wrong: number | null }[]): CurvePoint[] {
  const byX = new Map<number, { y: number; wrong: number | null }[]>();
  for (const { x, ...rest } of all) byX.set(x, [...(byX.get(x) ?? []), rest]);
  return [...byX]
    .sort(([a], [b]) => a - b)
    .map(([x, found]) => {
      const values = found.map(({ y }) => y).sort((a, b) => a - b);
      const wrong = found.map((each) => each.wrong);
      return {
        x,
        y: medianOf(values),
        n: values.length,
        min: values[0] ?? NaN,
        max: values.at(-1) ?? NaN,
        wrong: wrong.includes(null) ? null : wrong.reduce<number>((sum, each) => sum + (each ?? 0), 0),
      };
    });
}

function medianOf(sorted: readonly number[]): number {
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

type LabelKey = OverlayCurve['key'] & { bytes: number | null };

/** Labels that distinguish the curves of one file; they always name the operation. */
function labelsOf(keys: readonly LabelKey[]): string[] {
  const names: (keyof LabelKey)[] = [
    'library',
    'variant',
    'settings',
    'placement',
    'datatype',
    'problem',
    'ranks',
    'nodes',
    'bytes',
  ];
  const differing = names.filter((name) => new Set(keys.map((key) => key[name])).size > 1);
  const plain = keys.map((key) =>
    [words.operation(key.operation), ...differing.map((name) => textOf(name, key[name]))].filter((part) => part !== ''),
  );
  const texts = plain.map((parts) => parts.join(' · '));
  // Equal labels get the number of the run in the file.
  return texts.map((text, index) =>
    texts.filter((other) => other === text).length > 1 ? `${text} · run ${keys[index]?.section}` : text,
  );
}

function textOf(name: keyof LabelKey, value: string | number | null): string {
  if (value === null || value === '') return '';
  switch (name) {
    case 'placement':
      return words.placement(String(value));
    case 'library':
      return words.library(String(value));
    case 'ranks':
      return `${value} GPUs`;
    case 'nodes':
      return `${value} nodes`;
    case 'bytes':
      return `${value} B`;
    default:
      return String(value);
  }
}
