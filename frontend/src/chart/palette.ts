// The eight colours of Okabe and Ito, distinguishable with any colour vision; figures use the same. Ordered values
// such as GPU counts are shades of one colour. On a dark background dark colours are replaced by lighter ones.

import type { Look } from '../theme.svelte';
import { contrast, shade, type Hex } from './color';

const HUES = {
  blue: { light: '#0072b2', dark: '#4aa3df' },
  vermillion: { light: '#d55e00', dark: '#ee7b2e' },
  green: { light: '#009e73', dark: '#1fb88c' },
  purple: { light: '#cc79a7', dark: '#d68db6' },
  sky: { light: '#56b4e9', dark: '#8fd0f5' },
  orange: { light: '#e69f00', dark: '#f2b53a' },
  black: { light: '#262626', dark: '#d9dde2' },
  grey: { light: '#7f7f7f', dark: '#8e969f' },
} as const;

export type Hue = keyof typeof HUES;

/** In order of assignment, the most distinct first. */
export const HUE_NAMES: readonly Hue[] = ['blue', 'vermillion', 'green', 'purple', 'orange', 'sky', 'black', 'grey'];

const OPERATION_HUES: Record<string, Hue> = {
  all_reduce: 'blue',
  all_gather: 'vermillion',
  alltoall: 'green',
  reduce_scatter: 'purple',
  broadcast: 'orange',
  sendrecv: 'sky',
  write: 'blue',
  read: 'vermillion',
  put: 'blue',
  get: 'vermillion',
  dispatch: 'blue',
  combine: 'vermillion',
  send: 'green',
};

const LIBRARY_HUES: Record<string, Hue> = {
  nccl: 'blue',
  nvshmem: 'vermillion',
  libfabric: 'green',
  rccl: 'purple',
  mpi: 'orange',
  verbs: 'sky',
  cuda: 'black',
};

export const hueOfOperation = (name: string): Hue | undefined => OPERATION_HUES[name];
export const hueOfLibrary = (name: string): Hue | undefined => LIBRARY_HUES[name];

/** Marker shapes, distinguishable without colour. */
export type Marker = 'circle' | 'square' | 'triangle' | 'diamond' | 'wedge' | 'star';

/** In order of assignment. */
export const MARKERS: readonly Marker[] = ['circle', 'square', 'triangle', 'diamond', 'wedge', 'star'];

/** How a curve looks on any background. */
export interface Ink {
  hue: Hue;
  /** Position of an ordered value, 0 to 1; null for kinds. */
  depth: number | null;
  /** By default a circle. */
  marker?: Marker;
  /** Alternating long and short dashes, for kinds seven to twelve. */
  broken?: boolean;
}

/** Colours of a chart other than its curves'. */
export interface Surface {
  look: Look;
  background: Hex;
  text: Hex;
  muted: Hex;
  axis: Hex;
  grid: Hex;
  wrong: Hex;
}

export const SURFACES: Record<Look, Surface> = {
  light: {
    look: 'light',
    background: '#ffffff',
    text: '#1b1f24',
    muted: '#59636e',
    axis: '#8b949e',
    grid: '#e8ebee',
    wrong: '#cf222e',
  },
  dark: {
    look: 'dark',
    background: '#14181d',
    text: '#e6e9ed',
    muted: '#9aa4b0',
    axis: '#6b7580',
    grid: '#262c34',
    wrong: '#ff6b6b',
  },
};

/** Cache of computed shades. */
const shades = new Map<string, Hex>();

export function inkColor({ hue, depth }: Ink, look: Look): Hex {
  const base = HUES[hue][look];
  if (depth === null) return base;
  const name = `${hue} ${look} ${depth}`;
  const made = shades.get(name) ?? shade(base, look === 'light' ? 0.72 - 0.42 * depth : 0.5 + 0.38 * depth);
  shades.set(name, made);
  return made;
}

/** A line's colour, width in CSS pixels and opacity; of a thin line the same grey for all. */
export function lineOf(ink: Ink, look: Look, thin: boolean): { color: Hex; width: number; opacity: number } {
  return thin
    ? { color: SURFACES[look].axis, width: 1, opacity: 0.55 }
    : { color: inkColor(ink, look), width: 1.8, opacity: 1 };
}

/** The colour of a curve's label: the curve's own, shifted towards the text colour until its contrast is 4.5 to 1. */
export function readable(color: Hex, { look, background }: Surface): Hex {
  let lightness = look === 'light' ? 0.62 : 0.6;
  let text = color;
  while (contrast(text, background) < 4.5 && lightness > 0.05 && lightness < 1) {
    text = shade(color, lightness);
    lightness += look === 'light' ? -0.03 : 0.03;
  }
  return text;
}
