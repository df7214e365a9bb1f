// Fingers on a chart: a tap shows the values there, a drag along x or two fingers choose a range; up and down scroll the page.

/** Where fingers are, in CSS pixels of the plotting area. */
export interface Touches {
  /** One finger came and went without moving. */
  onTap: (x: number, y: number) => void;
  /** The range that fingers span while they move; null takes it away. */
  onSpan: (from: number, to: number) => void;
  /** One finger was drawn along: the range becomes the whole. */
  onChoose: (from: number, to: number) => void;
  /** Two fingers: what lay between the first places shall lie between the second ones. */
  onPinch: (before: readonly [number, number], after: readonly [number, number]) => void;
}

const STILL = 8;
/** So long after a finger a browser still tells of a mouse that there is none of. */
const MOUSE_AFTER_MS = 800;
let lastTouch = -Infinity;

export function touchedLately(): boolean {
  return performance.now() - lastTouch < MOUSE_AFTER_MS;
}

export function touchesOf(over: HTMLElement, touches: Touches): void {
  const began = new Map<number, { x: number; y: number }>();
  const now = new Map<number, { x: number; y: number }>();
  let pinched = false;
  over.style.touchAction = 'pan-y';

  const place = (event: PointerEvent): { x: number; y: number } => {
    const box = over.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const sides = (places: Map<number, { x: number }>): [number, number] => {
    const all = [...places.values()].map(({ x }) => x).sort((a, b) => a - b);
    return [all[0] ?? 0, all.at(-1) ?? 0];
  };
  const forget = (): void => {
    began.clear();
    now.clear();
    touches.onSpan(0, 0);
  };

  over.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') return;
    lastTouch = performance.now();
    if (began.size === 0) pinched = false;
    began.set(event.pointerId, place(event));
    now.set(event.pointerId, place(event));
    pinched ||= began.size > 1;
  });
  over.addEventListener('pointermove', (event) => {
    if (!began.has(event.pointerId)) return;
    now.set(event.pointerId, place(event));
    const [from] = began.values();
    const [to] = now.values();
    if (!pinched && from && to && Math.abs(to.x - from.x) > STILL) touches.onSpan(from.x, to.x);
  });
  over.addEventListener('pointerup', (event) => {
    const from = began.get(event.pointerId);
    if (!from) return;
    lastTouch = performance.now();
    const to = place(event);
    now.set(event.pointerId, to);
    if (began.size > 1) {
      const [before, after] = [sides(began), sides(now)];
      forget();
      touches.onPinch(before, after);
      return;
    }
    forget();
    if (pinched) return;
    if (Math.hypot(to.x - from.x, to.y - from.y) <= STILL) touches.onTap(to.x, to.y);
    else if (Math.abs(to.x - from.x) > 2 * STILL) touches.onChoose(from.x, to.x);
  });
  // The page scrolls with the finger: it is not ours any more.
  over.addEventListener('pointercancel', forget);
}

/** The part of 0 to `width` that is seen once what lay between two places lies between two others. */
export function pinchedTo(
  before: readonly [number, number],
  after: readonly [number, number],
  width: number,
): [number, number] {
  const spread = after[1] - after[0];
  const scale = spread < 1 ? 1 : (before[1] - before[0]) / spread;
  const from = before[0] - after[0] * scale;
  return [Math.max(0, from), Math.min(width, from + width * scale)];
}
