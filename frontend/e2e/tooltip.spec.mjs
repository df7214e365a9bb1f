// Tooltips, and the lines of pictures.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { repeatedLog } from './logs.mjs';

/** Curves of each upload: out of place and in place. */
const PLACES = 2;

test('the values under the crosshair are readable wherever it stands', async ({ page, base, out, stamp, send }) => {
  const runs = [];
  for (let seed = 1; seed <= 5; seed++) {
    const text = repeatedLog(seed, 1, 22803, `${stamp} tooltip`);
    const sent = await send(`all-reduce-of-the-second-rack-${stamp}-${seed}.log`, text);
    runs.push(sent.runIds[0]);
  }
  for (const width of [1440, 800]) {
    await page.setViewportSize({ width, height: 900 });
    for (const many of [1, 3, 5]) {
      const chosen = runs.slice(0, many).map((id) => `run=${id}`);
      await page.goto(`${base}/explore?x=size&metric=busbw&${chosen.join('&')}`);
      await page.locator('.plot canvas').waitFor();
      for (const share of [0.03, 0.5, 0.97]) await assertReadable(page, share, many * PLACES, width);
      await page.screenshot({ path: join(out, `tooltip-${many * PLACES}-${width}.png`) });
    }
  }
});

async function assertReadable(page, share, curves, width) {
  const over = page.locator('.plot .u-over');
  await over.scrollIntoViewIfNeeded();
  const area = await over.boundingBox();
  const x = area.x + area.width * share;
  await page.mouse.move(x, area.y + area.height / 2);
  const tip = page.locator('.tip');
  await tip.waitFor();
  const what = `${curves} curves at ${100 * share} % of ${width} px`;
  assert.equal(await tip.locator('.value').count(), curves, `${what}: all values`);
  const box = await tip.boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= width, `${what}: within the page`);
  const { height } = await page.locator('.plot').boundingBox();
  assert.ok(box.height < height, `${what}: no higher than the chart`);
  assert.ok(share < 0.5 ? box.x > x : share === 0.5 || box.x + box.width < x, `${what}: beside the crosshair`);
  const lines = await tip
    .locator('.label')
    .evaluateAll((labels) =>
      labels.map((label) => label.clientHeight / parseFloat(getComputedStyle(label).lineHeight)),
    );
  assert.ok(Math.max(...lines) < 3.5, `${what}: a name takes ${Math.max(...lines)} lines`);
}

test('a picture has the limits that its page draws, and no others', async ({ page, base }) => {
  const lines = async () => {
    const href = await page
      .getByRole('link', { name: 'SVG', exact: true, includeHidden: true })
      .first()
      .getAttribute('href');
    const text = await (await page.request.get(base + href)).text();
    return (text.match(/<line [^>]*stroke-dasharray/g) ?? []).length;
  };
  const found = await page.request.get(`${base}/api/v1/runs?q=h200_nvshmem_host&operation=alltoall`);
  const run = (await found.json()).items[0].id;
  await page.goto(`${base}/runs/${run}`);
  await page.locator('.plot canvas').waitFor();
  assert.equal(await lines(), 1, 'the page of a run draws the limit');
  await page.getByLabel('Annotate findings').uncheck();
  await page.waitForURL('**marks=off**');
  assert.equal(await lines(), 0, 'the page was asked not to');
  await page.goto(`${base}/explore?x=size&metric=busbw&run=${run}`);
  await page.locator('.plot canvas').waitFor();
  assert.equal(await lines(), 0, 'Explore draws no limit');
});
