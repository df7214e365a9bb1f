// Scrolling through very many lines. Browsers lay out about ten million pixels at most, so beyond that the position of
// the scroll bar is in proportion to lines, not pixels.

export const ROW = 20;
const TALLEST = 8_000_000;

export interface Extent {
  /** Number of lines, and of lines that fit. */
  total: number;
  fits: number;
}

/** Scroll height in pixels. */
export function tall({ total }: Extent): number {
  return Math.min(total * ROW, TALLEST);
}

/** Index of the line at the top, from the scroll position. */
export function topAt(scrollTop: number, extent: Extent): number {
  const last = Math.max(0, extent.total - extent.fits);
  const share = last === 0 ? 0 : scrollTop / (tall(extent) - extent.fits * ROW);
  return Math.min(last, Math.max(0, Math.round(share * last)));
}

/** The scroll position with this line at the top. */
export function scrollFor(top: number, extent: Extent): number {
  const last = Math.max(0, extent.total - extent.fits);
  return last === 0 ? 0 : (Math.min(top, last) / last) * (tall(extent) - extent.fits * ROW);
}

/** The top line that makes a line visible: the current one if possible, else one that centres the line. */
export function topShowing(index: number, top: number, { total, fits }: Extent): number {
  if (index >= top && index < top + fits) return top;
  const near = index === top - 1 ? index : index === top + fits ? top + 1 : index - Math.floor(fits / 2);
  return Math.min(Math.max(0, total - fits), Math.max(0, near));
}
