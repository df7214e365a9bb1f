// Text summary of a chart for screen readers.

import { quantity } from '../format/quantity';
import type { ChartModel, Curve, Mark } from './model';

const DETAILED = 12;

export function summaryOf(chart: ChartModel, hidden: ReadonlySet<string>): string {
  const shown = chart.curves.filter((curve) => !hidden.has(curve.id) && curve.points.length > 0);
  if (shown.length === 0) return `${chart.title}: no curve is shown.`;
  const head = `Line chart: ${chart.title}, ${shown.length} ${shown.length === 1 ? 'curve' : 'curves'}.`;
  const rest = shown.length > DETAILED ? [`${shown.length - DETAILED} more are in the table below.`] : [];
  const marks = (chart.marks ?? []).map((mark) => markSentence(mark, chart));
  return [head, ...shown.slice(0, DETAILED).map((curve) => sentence(curve, chart)), ...rest, ...marks].join(' ');
}

function markSentence({ axis, from, to, label }: Mark, { x, y }: ChartModel): string {
  return axis === 'y'
    ? `Line: ${label}, ${quantity(from, y.unit)}.`
    : `Marked from ${quantity(from, x.unit)} to ${quantity(to, x.unit)}: ${label}.`;
}

function sentence(curve: Curve, { x, y }: ChartModel): string {
  const [first] = curve.points;
  const last = curve.points.at(-1);
  if (!first || !last) return '';
  const at = (point: { x: number; y: number }): string =>
    `${quantity(point.y, y.unit)} at ${quantity(point.x, x.unit)}`;
  const flags = curve.flags.length === 0 ? '' : ` Flags: ${curve.flags.join(', ')}.`;
  if (first === last) return `${curve.label}: ${at(first)}.${flags}`;
  const best = curve.points.reduce((a, b) => (b.y > a.y ? b : a));
  const peak = best === first || best === last ? '' : `, highest ${at(best)}`;
  return `${curve.label}: from ${at(first)} to ${at(last)}${peak}.${flags}`;
}
