// A query is asked, linked, saved as CSV, and what is none is refused with words.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { ncclLog } from './logs.mjs';

const rows = (page) => page.locator('.table tbody tr');

test('a query over an upload has rows, a link and a CSV', async ({ page, stranger, base, send, stamp, out }) => {
  const { id } = await send(`sql-${stamp}.log`, ncclLog(stamp));
  const query = `select placement, count(*) as n from measurement where upload = '${id}' group by all order by all`;
  await page.goto(`${base}/sql`);
  await page.getByLabel('Query').fill(query);
  // The file of an upload comes some seconds after it.
  await expectRows(page);
  assert.deepEqual(await rows(page).locator('td:first-child').allTextContents(), ['in_place', 'out_of_place']);
  await page.screenshot({ path: join(out, 'sql.png') });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  assert.match(readFileSync(await download.path(), 'utf8'), /^placement,n\r\nin_place,\d+\r\nout_of_place,\d+\r\n$/);

  await stranger.goto(page.url());
  await rows(stranger).nth(1).waitFor();
});

test('what writes is refused', async ({ page, base, forgive }) => {
  forgive(/status of 400/);
  await page.goto(`${base}/sql`);
  await page.getByLabel('Query').fill('drop view measurement');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByText('SELECT', { exact: false }).first().waitFor();
  await page.getByRole('alert').waitFor();
});

async function expectRows(page) {
  for (;;) {
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText(/^(\d+|no) rows?$/).waitFor();
    if ((await rows(page).count()) === 2) return;
    await page.waitForResponse((answer) => answer.url().includes('/api/'), { timeout: 1000 }).catch(() => null);
  }
}
