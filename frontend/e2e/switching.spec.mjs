// What a switch of the metric costs: one drawing of the new chart, nothing for what stays, and no wait for what was asked for meanwhile.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';

test('a switch of the metric draws one chart, and nothing for what stays', async ({ page, base }) => {
  await page.goto(
    `${base}/explore?x=size&metric=busbw&tool=gpucomm&operation=all_reduce&ranks=4&placement=out_of_place`,
  );
  await page.locator('.plot canvas').waitFor();
  const metric = (name) =>
    page.getByRole('group', { name: 'Metric', exact: true }).getByRole('button', { name, exact: true });
  const title = (text) => page.getByRole('heading', { level: 2, name: text }).waitFor();

  // Anyone who looks at one metric has the others a moment later.
  await page.waitForFunction(() => {
    const asked = performance.getEntriesByType('resource').map(({ name }) => name);
    return ['algbw', 'time'].every((name) =>
      asked.some((each) => each.includes('/series?') && each.includes(`metric=${name}`)),
    );
  });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    window.charts = 0;
    const isChart = (node) => node instanceof HTMLElement && node.classList.contains('uplot');
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) window.charts += [...addedNodes].filter(isChart).length;
    }).observe(document.querySelector('main'), { childList: true, subtree: true });
  });
  const charts = () => page.evaluate(() => window.charts);

  await metric('time').click();
  await title(/^Time/);
  await page.waitForLoadState('networkidle');
  assert.equal(await charts(), 1, 'another metric is drawn once, also where its axis is another');
  await page.locator('.legend .entry').first().click();
  await page.waitForURL('**hide=*');
  await page.getByRole('button', { name: /^Show all/ }).click();
  await page.waitForFunction(() => !location.search.includes('hide='));
  assert.equal(await charts(), 1, 'a hidden curve makes no new chart');
  await metric('busbw').click();
  await title(/^Bus bandwidth/);
});
