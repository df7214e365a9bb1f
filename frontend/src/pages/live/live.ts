// A run in progress: its events become curves, as those of a file do.

import type { Live, LiveRow, Overlay } from '../../api/types';
import { inksOf, shortId } from '../../chart/data';
import type { ChartModel } from '../../chart/model';
import * as words from '../../format/words';
import { drawnAlong } from '../../overlay/overlay';

export const METRICS = ['busbw', 'algbw', 'time'] as const;
export type LiveMetric = (typeof METRICS)[number];

/** Appends new measurements; old ones from the first new position on are dropped. */
export function joined(before: Live | null, news: Live): Live {
  return { ...news, rows: [...(before?.rows ?? []).slice(0, news.from), ...news.rows], from: 0 };
}

export function metricsOf(rows: readonly LiveRow[]): LiveMetric[] {
  return METRICS.filter((metric) => rows.some(({ point }) => point[metric] !== null));
}

/** Null if nothing can be drawn. */
export function chartOf({ rows, name }: Live, metric: LiveMetric): ChartModel | null {
  const drawn = drawnAlong({ x: 'size', metric }, curvesOf(rows));
  if (drawn.length === 0) return null;
  const inks = inksOf(
    drawn.map(({ key: { operation, library, settings, section } }) => ({
      key: { operation, library, settings, section: String(section) },
    })),
  );
  return {
    title: `${words.metric(metric)} against message size`,
    basis: `${name} · in progress`,
    x: { label: 'Message size', unit: 'bytes', scale: 'log2' },
    y: {
      label: words.metric(metric),
      unit: metric === 'time' ? 'µs' : 'GB/s',
      scale: metric === 'time' ? 'log10' : 'linear',
    },
    curves: drawn.map(({ key, label, points }, index) => ({
      id: shortId(JSON.stringify(key)),
      label,
      ink: inks[index] ?? { hue: 'grey', depth: null },
      dashed: key.placement === 'in_place',
      key: {},
      runs: [],
      flags: [],
      points,
    })),
  };
}

function curvesOf(rows: readonly LiveRow[]): Overlay['curves'] {
  const byKey = new Map<string, Overlay['curves'][number]>();
  for (const { key, point } of rows) {
    const id = JSON.stringify(key);
    const curve = byKey.get(id) ?? { key, points: [] };
    curve.points.push(point);
    byKey.set(id, curve);
  }
  return [...byKey.values()];
}

/** `about 40 s`, `about 12 min`. */
export function about(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `about ${Math.round(seconds / 60)} min`;
  return `about ${Math.round(seconds / 3600)} h`;
}
