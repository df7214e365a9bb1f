// A chart as data, from which its drawing and its table are made.

import type { FilterName } from '../api/types';
import type { Unit } from '../format/quantity';
import type { Ink } from './palette';

export type Scale = 'linear' | 'log2' | 'log10';

export interface Axis {
  label: string;
  unit: Unit;
  scale: Scale;
  /** Value that a y axis must include; by default zero on a linear axis. */
  include?: number;
  /** Whether bands may extend beyond the axis. */
  clipsBands?: boolean;
}

export interface CurvePoint {
  x: number;
  y: number;
  n: number;
  min: number;
  max: number;
  wrong: number | null;
  /** Name of the range from `min` to `max` if it is not the spread of measurements: `95 % interval`. */
  interval?: string;
  /** Ids of the runs behind it, where they are known. */
  runs?: string[];
}

/** Most curves that colours can distinguish; above it, all but the curve under the pointer are thin and grey. */
export const READABLE = 12;
/** Whether a curve is thin and grey among this many, unless it has the focus. */
export const isThin = (id: string, shown: number, focus: string | null): boolean => shown > READABLE && id !== focus;
/** Maximum number of curves drawn; beyond it the page asks for a filter. */
export const MOST_DRAWN = 500;
/** Maximum number of curves in an exported picture. */
export const MOST_IN_FILES = 40;

/** A filter that narrows too many curves: a dimension, and the number of curves per value. */
export interface Fix {
  dimension: FilterName;
  values: { value: string | number; title: string; curves: number }[];
}

export interface Curve {
  /** Short and stable, so that an address can name it. */
  id: string;
  label: string;
  ink: Ink;
  dashed: boolean;
  key: Record<string, string>;
  runs: string[];
  /** Flags of the runs behind it: `incomplete`, `1 of 3 runs: wrong data`. */
  flags: string[];
  /** A forecast: its band is drawn however many curves there are. */
  continues?: boolean;
  /** Has no label at its end because a forecast continues it. */
  unnamed?: boolean;
  /** Ascending in x. */
  points: CurvePoint[];
}

/** A place that a finding refers to: a range of x, or a horizontal line where `from` equals `to` on the y axis. */
export interface Mark {
  axis: 'x' | 'y';
  from: number;
  to: number;
  label: string;
}

export interface ChartModel {
  title: string;
  /** Properties that all curves share, and how values were averaged. */
  basis: string;
  x: Axis;
  y: Axis;
  curves: Curve[];
  marks?: Mark[];
  /** Meaning of dashes, unless the curves' labels say it. */
  dashes?: string;
  /** Axes for curves of a user's own file; undefined if files cannot be overlaid. */
  over?: { x: 'size' | 'gpus'; metric: 'busbw' | 'algbw' | 'time' };
  /** Statistic of a point with several measurements; by default their median. */
  statistic?: string;
}

/** The visible part of both axes; null shows everything. */
export interface Zoom {
  x: [number, number];
  y: [number, number] | null;
}
