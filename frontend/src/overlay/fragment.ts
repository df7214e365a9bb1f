// An overlay in the fragment of a link, which browsers do not send to servers; compressed, so that a log's curves fit.

import type { Overlay } from '../api/types';

const NAME = 'over=';
/** Longer links are cut by mail and chat programs. */
const MOST = 16_000;

/** Empty if too long for a link. */
export async function fragmentOf(overlays: readonly Overlay[]): Promise<string> {
  const packed = new Blob([JSON.stringify(overlays)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const fragment = NAME + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return fragment.length > MOST ? '' : fragment;
}

/** Empty if the fragment is of another kind or damaged. */
export async function overlaysIn(hash: string): Promise<Overlay[]> {
  if (!hash.startsWith(`#${NAME}`) || hash.length > MOST + 1) return [];
  try {
    const text = atob(
      hash
        .slice(1 + NAME.length)
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    );
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const value: unknown = JSON.parse(await new Response(unpacked).text());
    return Array.isArray(value) && value.every(isOverlay) ? value : [];
  } catch {
    return [];
  }
}

/** Links are untrusted input: only values that a chart can draw are accepted. */
function isOverlay(value: unknown): value is Overlay {
  if (!has(value, 'filename', isText) || !has(value, 'curves', Array.isArray)) return false;
  const curves: unknown = Reflect.get(Object(value), 'curves');
  return (curves as unknown[]).every(
    (curve) =>
      has(curve, 'key', (key) => has(key, 'operation', isText)) &&
      has(curve, 'points', (points) => Array.isArray(points) && points.every(isPoint)),
  );
}

function isPoint(value: unknown): boolean {
  return ['bytes', 'busbw', 'algbw', 'time', 'wrong'].every((name) =>
    has(value, name, (each) => each === null || typeof each === 'number'),
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 300;
}

function has(value: unknown, name: string, fits: (inner: unknown) => boolean): boolean {
  return typeof value === 'object' && value !== null && fits(Reflect.get(value, name));
}
