// State of a chart in the address: hidden curves and the zoom.

import type { Zoom } from './model';

export function hiddenIn(query: URLSearchParams): Set<string> {
  return new Set((query.get('hide') ?? '').split(',').filter((id) => id !== ''));
}

/** Null if nothing is hidden, which removes the parameter. */
export function hiddenText(hidden: ReadonlySet<string>): string | null {
  return hidden.size === 0 ? null : [...hidden].join(',');
}

/** `min,max` of x, or of x and then y. */
export function zoomIn(query: URLSearchParams): Zoom | null {
  const parts = (query.get('zoom') ?? '').split(',').map(Number);
  const [a, b, c, d] = parts;
  if (!parts.every(Number.isFinite) || a === undefined || b === undefined || a >= b) return null;
  if (c === undefined && d === undefined) return { x: [a, b], y: null };
  return c !== undefined && d !== undefined && c < d ? { x: [a, b], y: [c, d] } : null;
}

export function zoomText(zoom: Zoom | null): string | null {
  if (zoom === null) return null;
  return [...zoom.x, ...(zoom.y ?? [])].map((value) => String(Number(value.toPrecision(5)))).join(',');
}
