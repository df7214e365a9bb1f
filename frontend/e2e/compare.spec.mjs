// Two sides of runs: what the verdict is, what else differs, the measurements behind it, and what one run a side cannot tell.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test as plain } from './fixtures.mjs';
import { repeatedLog } from './logs.mjs';
import { rowsShown } from './steps.mjs';

const test = plain.extend({
  /** Six uploads before and six after a change that makes large messages 6 % slower. */
  ids: async ({ send, stamp }, use) => {
    const ids = { before: [], after: [] };
    for (let i = 0; i < 6; i++) {
      ids.before.push((await send(`before-${stamp}-${i}.log`, repeatedLog(i + 1, 1, '22907', stamp))).id);
      ids.after.push((await send(`after-${stamp}-${i}.log`, repeatedLog(i + 101, 1.06, '23004', stamp))).id);
    }
    await use(ids);
  },
});

test('sides are chosen by a search, and the verdicts lead to their measurements', async ({
  page,
  base,
  ids,
  out,
  stamp,
}) => {
  await page.goto(`${base}/compare`);
  await choose(page, 'A', `before-${stamp}`, ids.before.length);
  await choose(page, 'B', `after-${stamp}`, ids.after.length);
  await page
    .locator('.headline')
    .getByText(/6 % slower from 1 MiB up\./)
    .waitFor();
  await page.locator('.details').getByText('Also: the same within 2 % up to 512 KiB.').waitFor();
  const verdicts = page.getByRole('region', { name: 'Verdicts' });
  assert.equal(await verdicts.locator('tbody tr').count(), 24);
  await verdicts.getByRole('button', { name: /slower 7/ }).click();
  await page.waitForURL('**verdict=slower*');
  await verdicts.locator('tbody tr').nth(7).waitFor({ state: 'detached' });
  assert.equal(await verdicts.locator('tbody tr').count(), 7);
  await page.getByRole('region', { name: 'Configuration' }).getByText('2.30.4').first().waitFor();
  await page.screenshot({ path: join(out, 'compare.png'), fullPage: true });
  await page.locator('.legend .entry').first().hover();
  assert.deepEqual(await page.evaluate(coloursOfGrid), [], 'drawn again, the grid is grey');
  await verdicts.getByRole('link', { name: 'measurements' }).first().click();
  await page.waitForURL(/\/rows\?in=/);
  await rowsShown(page, 12);
  await page.goBack();
  await page.locator('.headline').waitFor();
  await page.getByRole('button', { name: 'Swap A and B' }).click();
  await page
    .locator('.headline')
    .getByText(/6 % faster from 1 MiB up/)
    .waitFor();
});

test('one run a side cannot tell, and the page says what would', async ({ page, base, ids, out }) => {
  await page.goto(`${base}/compare?a=${ids.before[0]}&b=${ids.after[0]}`);
  await page
    .locator('.next')
    .getByText(/No next run: .*library version .*\. 10 runs of each in turns, each with its own, show/)
    .waitFor();
  await page.screenshot({ path: join(out, 'compare-next.png') });
});

async function choose(page, side, search, count) {
  await page.getByRole('button', { name: `Add to ${side}` }).click();
  await page.getByLabel(`Search for ${side}`).fill(search);
  const boxes = page.getByRole('checkbox');
  for (let i = 0; i < count; i++) {
    await page.waitForFunction(
      ([text, all]) => {
        const labels = [...document.querySelectorAll('.panel:not([hidden]) label')];
        return labels.length === all && labels.every((label) => label.textContent.includes(text));
      },
      [search, count],
    );
    await boxes.nth(i).check();
    await page.waitForFunction(
      ([name, chosen]) => new URLSearchParams(location.search).getAll(name).length === chosen,
      [side.toLowerCase(), i + 1],
    );
  }
  await page.keyboard.press('Escape');
}

/** In the page: the colours other than greys in the chart's topmost lines, where nothing but the grid is. */
function coloursOfGrid() {
  const canvas = document.querySelector('.plot canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 18 * devicePixelRatio, canvas.width * 0.8, 1);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.subarray(at, at + 4);
    // The words of marks, a bluish grey, are no colour.
    if (alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > 48)
      colours.add(`${red},${green},${blue}`);
  }
  return [...colours];
}
