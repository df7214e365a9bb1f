// A chart's numbers as files: CSV in long form, JSON as the chart holds it.

import type { ChartModel } from './model';

const KEYS = [
  'tool',
  'library',
  'operation',
  'variant',
  'placement',
  'ranks',
  'bytes',
  'instanceType',
  'datatype',
  'problem',
];
const UNITS: Record<string, string> = {
  'GB/s': 'GBps',
  µs: 'us',
  '%': 'percent',
  bytes: 'bytes',
  GPUs: 'ranks',
  '': '',
};

/** One line a point, values in full; only curves that are shown. */
export function csvOf(chart: ChartModel, hidden: ReadonlySet<string>): string {
  const x = chart.x.unit === 'bytes' ? 'x_message_bytes' : 'x_ranks';
  const unit = UNITS[chart.y.unit] ?? '';
  const head = ['series', ...KEYS, x, unit === '' ? 'y' : `y_${unit}`, 'n', 'min', 'max', 'wrong', 'runs', 'flags'];
  const rows = shown(chart, hidden).flatMap((curve) =>
    curve.points.map((point) => [
      curve.label,
      ...KEYS.map((name) => curve.key[name] ?? ''),
      ...[point.x, point.y, point.n, point.min, point.max].map(String),
      point.wrong === null ? '' : String(point.wrong),
      curve.runs.join(' '),
      curve.flags.join('; '),
    ]),
  );
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

export function jsonOf(chart: ChartModel, hidden: ReadonlySet<string>, address: string): string {
  const { title, basis, x, y } = chart;
  const series = shown(chart, hidden).map(({ label, key, runs, flags, points }) => ({
    label,
    key,
    runs,
    flags,
    points,
  }));
  return `${JSON.stringify({ title, basis, address, x, y, series }, null, 2)}\n`;
}

function shown(chart: ChartModel, hidden: ReadonlySet<string>): ChartModel['curves'] {
  return chart.curves.filter((curve) => !hidden.has(curve.id));
}

/** Quoted where needed; text that a spreadsheet would run as a formula gets an apostrophe in front. */
export function cell(text: string): string {
  const numeric = text !== '' && Number.isFinite(Number(text));
  const tame = !numeric && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}

/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob | string, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** `bus-bandwidth-against-message-size`. */
export function fileName(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'chart'
  );
}
