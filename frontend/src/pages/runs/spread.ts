// How long single iterations took, where a tool counted them: a chart of the points of one run.

import type { PointTable } from '../../api/types';
import { inksOf, shortId } from '../../chart/data';
import type { ChartModel, Curve, CurvePoint } from '../../chart/model';
import * as words from '../../format/words';

/** What tells points of one size apart. */
const KINDS = ['operation', 'variant', 'placement', 'datatype', 'redop', 'ranks', 'settings'] as const;
type Kind = Record<(typeof KINDS)[number], string>;

/** One measurement with what is known of its iterations, µs. */
interface Spread {
  bytes: number;
  wrong: number | null;
  min: number | null;
  p50: number;
  p99: number | null;
  max: number | null;
}

export interface SpreadCurve {
  label: string;
  kind: Kind;
  /** Ascending in size; of several of one size the first. */
  spreads: Spread[];
  /** How many further ones of the same sizes there are. */
  repeated: number;
}

/** Only points that have a median: without it, shortest and longest do not say where most iterations are. */
export function spreadsOf({ columns, rows }: PointTable): SpreadCurve[] {
  const at = (name: string): number => columns.indexOf(name);
  const text = (row: PointTable['rows'][number], name: string): string => String(row[at(name)] ?? '');
  const number = (row: PointTable['rows'][number], name: string): number | null =>
    text(row, name) === '' ? null : Number(text(row, name));
  const found = new Map<string, { kind: Kind; spreads: Map<number, Spread>; repeated: number }>();
  for (const row of rows) {
    const bytes = number(row, 'message_bytes');
    const p50 = number(row, 'time_p50_us');
    if (bytes === null || bytes <= 0 || p50 === null) continue;
    const kind = Object.fromEntries(KINDS.map((name) => [name, text(row, name)])) as Kind;
    const id = JSON.stringify(kind);
    const curve = found.get(id) ?? { kind, spreads: new Map<number, Spread>(), repeated: 0 };
    if (curve.spreads.has(bytes)) curve.repeated++;
    else
      curve.spreads.set(bytes, {
        bytes,
        p50,
        wrong: number(row, 'wrong'),
        min: number(row, 'time_min_us'),
        p99: number(row, 'time_p99_us'),
        max: number(row, 'time_max_us'),
      });
    found.set(id, curve);
  }
  const kinds = [...found.values()].map(({ kind }) => kind);
  const telling = KINDS.filter((name) => new Set(kinds.map((kind) => kind[name])).size > 1);
  return [...found.values()].map(({ kind, spreads, repeated }) => ({
    kind,
    repeated,
    label:
      telling
        .map((name) => said(name, kind[name]))
        .filter((part) => part !== '')
        .join(' · ') || words.operation(kind.operation),
    spreads: [...spreads.values()].sort((a, b) => a.bytes - b.bytes),
  }));
}

/** Medians with a band from the shortest to the 99th percentile, and the longest as a dashed line; null = none are known. */
export function bandsOf(curves: readonly SpreadCurve[]): ChartModel | null {
  if (curves.length === 0) return null;
  // Dashes are taken by the longest, so placements have a hue each.
  const inks = inksOf(curves.map(({ label }) => ({ key: { label } })));
  return {
    title: 'Time of single iterations against message size',
    basis: 'median; band from the shortest to the 99th percentile; dashed: the longest',
    dashes: 'the longest iteration',
    x: { label: 'Message size', unit: 'bytes', scale: 'log2' },
    y: { label: 'Time of an iteration', unit: 'µs', scale: 'log10' },
    curves: curves.flatMap(({ label, spreads }, index) => {
      const ink = inks[index] ?? { hue: 'grey' as const, depth: null };
      const curve = (name: string, dashed: boolean, points: CurvePoint[]): Curve => ({
        id: shortId(`${label} ${name}`),
        label: `${label} · ${name}`,
        ink,
        dashed,
        key: {},
        runs: [],
        flags: [],
        points,
      });
      const longest = spreads.flatMap(({ bytes, max, wrong }) =>
        max === null ? [] : [{ x: bytes, y: max, n: 1, min: max, max, wrong }],
      );
      return [
        curve(
          'median',
          false,
          spreads.map((spread) => middle(spread)),
        ),
        ...(longest.length > 0 ? [curve('longest', true, longest)] : []),
      ];
    }),
  };
}

function middle({ bytes, p50, min, p99, max, wrong }: Spread): CurvePoint {
  const upper = p99 ?? max ?? p50;
  return {
    x: bytes,
    y: p50,
    n: 1,
    min: min ?? p50,
    max: upper,
    wrong,
    interval: `${min === null ? 'median' : 'shortest'} to ${p99 !== null ? '99th percentile' : max !== null ? 'longest' : 'median'}`,
  };
}

function said(name: keyof Kind, value: string): string {
  if (value === '') return '';
  if (name === 'operation') return words.operation(value);
  if (name === 'placement') return words.placement(value);
  return name === 'ranks' ? `${value} GPUs` : value;
}
