// A chart as data: what every drawing of it (browser, PNG, SVG) and its table are made from.

import type { FilterName } from '../api/types';
import type { Unit } from '../format/quantity';
import type { Ink } from './palette';

export type Scale = 'linear' | 'log2' | 'log10';

export interface Axis {
  label: string;
  unit: Unit;
  scale: Scale;
  /** What a y axis must show besides the points; zero on a linear one unless said otherwise. */
  include?: number;
  /** Whether the axis shows all points but bands may reach beyond it. */
  clipsBands?: boolean;
}

export interface CurvePoint {
  x: number;
  y: number;
  n: number;
  min: number;
  max: number;
  wrong: number | null;
  /** What `min` to `max` is where it is no spread of measurements: `95 % interval`. */
  interval?: string;
  /** Ids of the runs behind it, where they are known. */
  runs?: string[];
}

/** Most curves that colours can distinguish; above it, all but the curve under the pointer are thin and grey. */
export const READABLE = 12;
/** So many curves are drawn at most; of more the page asks which to leave out. */
export const MOST_DRAWN = 500;
/** So many are in a picture for files at most. */
export const MOST_IN_FILES = 40;

/** What would narrow too many curves: a dimension, and the curves that each of its values leaves. */
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
  /** What is wrong with the runs behind it, as words: `incomplete`, `1 of 3 runs: wrong data`. */
  flags: string[];
  /** A forecast: its band is drawn however many curves there are. */
  continues?: boolean;
  /** Its end has no name: a forecast goes on from there. */
  unnamed?: boolean;
  /** Ascending in x. */
  points: CurvePoint[];
}

/** A place that a finding speaks of: a range of x, or a horizontal line where `from` equals `to` on the y axis. */
export interface Mark {
  axis: 'x' | 'y';
  from: number;
  to: number;
  label: string;
}

export interface ChartModel {
  title: string;
  /** What all curves have in common and over what was averaged. */
  basis: string;
  x: Axis;
  y: Axis;
  curves: Curve[];
  marks?: Mark[];
  /** What dashes mean here, where the names of the curves do not say it. */
  dashes?: string;
  /** What its axes are, where curves of a reader's own file have a place on them. */
  over?: { x: 'size' | 'gpus'; metric: 'busbw' | 'algbw' | 'time' };
  /** What a point of several measurements is; their median unless said otherwise. */
  statistic?: string;
}

/** The visible part of both axes; null shows everything. */
export interface Zoom {
  x: [number, number];
  y: [number, number] | null;
}
