// The one path that every build takes: a log becomes a chart that somebody else can open.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { ncclLog } from './logs.mjs';
import { chartDrawn, drop, viewOf } from './steps.mjs';

/** Sizes of the log that were understood: rows of the table below its chart. */
const SIZES = 25;
const hasRows = (count) =>
  location.pathname.endsWith('/explore') && document.querySelectorAll('.table tbody tr').length === count;

test('a dropped log has a headline, a chart and a link', { tag: '@smoke' }, async ({ page, stranger, base, stamp }) => {
  const answer = await page.goto(`${base}/`);
  assert.equal(answer.status(), 200, `${base}/ gives no page: was the server built without its dashboard?`);
  await page.getByRole('heading', { level: 1, name: 'GPU communication, measured' }).waitFor();
  const name = `smoke-${stamp}.log`;
  await drop(page, name, ncclLog(stamp));
  const sent = page.getByRole('region', { name: 'Files that you sent' }).locator('li.done', { hasText: name });
  await sent.getByRole('link').first().click();
  await page.waitForURL('**/uploads/*');
  await page
    .locator('p.headline')
    .getByText(/^Wrong data: /)
    .waitFor();
  await chartDrawn(page);

  await page.getByRole('region', { name: 'Runs' }).locator('tbody tr a').first().click();
  await page.waitForURL('**/runs/*');
  await page.getByRole('link', { name: 'Open in Explore' }).click();
  await page.waitForURL('**/explore?*run=*');
  await page.locator('.legend .entry').nth(1).waitFor();
  await page.waitForFunction(hasRows, SIZES);
  const view = await viewOf(page);
  assert.equal(view.curves.length, 2, 'out-of-place and in-place are two curves');

  await stranger.goto(page.url());
  await stranger.waitForFunction(hasRows, SIZES);
  assert.deepEqual(await viewOf(stranger), view, 'the address alone shows the same');
});
