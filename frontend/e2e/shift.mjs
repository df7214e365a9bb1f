// How far what is seen moves by itself while a page loads: https://web.dev/articles/cls says how that is counted.
import assert from 'node:assert/strict';

/** A page whose content moves by more than this is no calm page. */
export const MOST_SHIFT = 0.05;

/** Counts from the next page that is opened on. */
export function countShifts(page) {
  return page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node?.nodeType === 1 ? `${node.nodeName}.${node.className}` : node?.textContent;
          return `${name} from ${previousRect.y} to ${currentRect.y}`;
        });
        window.shifts.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Since the page was opened. */
export async function assertCalm(page, where) {
  const shifts = await page.evaluate(() => window.shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  assert.ok(sum <= MOST_SHIFT, `${where} moves by ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`);
  return sum;
}
