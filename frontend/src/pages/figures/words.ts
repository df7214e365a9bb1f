import type { FigurePanel } from '../../api/types';

/** Descriptions of the two styles. */
export const STYLES: Record<string, { text: string; title: string }> = {
  gpucomm: { text: 'gpucomm', title: 'Logarithmic GPU axis, bandwidth from zero, one legend' },
  study: { text: 'study', title: "The study's original style: linear axes, its colours and means" },
};

/** A panel as a table: one row per x, one column per series. */
export function tableOf(panel: FigurePanel): { x: string; values: (number | null)[] }[] {
  const places = new Map<string, number>();
  for (const series of panel.series) {
    for (const point of series.points) {
      const name = String(point.x);
      if (!places.has(name)) places.set(name, typeof point.x === 'number' ? point.x : places.size);
    }
  }
  const ordered = [...places].sort((a, b) => a[1] - b[1]).map(([name]) => name);
  return ordered.map((x) => ({
    x,
    values: panel.series.map((series) => series.points.find((point) => String(point.x) === x)?.y ?? null),
  }));
}
