// A run that is watched while it is measured. LIVE_PAGE is its page; LIVE_PROCESS measures it, and stands still until it was seen.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';

test('points are seen as they come, and the upload takes their place', async ({ page, base, out }) => {
  const link = process.env.LIVE_PAGE;
  await page.goto(`${base}/`);
  await page.getByRole('region', { name: 'Running now' }).getByRole('link').click();
  await page.waitForURL(link);
  const rows = page.getByRole('region', { name: 'Measurements' }).locator('tbody tr');
  await rows.first().waitFor();
  await page.locator('.plot canvas').waitFor();
  const before = await rows.count();
  const progress = page.getByRole('progressbar', { name: 'Progress' });
  assert.equal(Number(await progress.getAttribute('value')), before, 'as many sizes are done as points are shown');
  await page.getByText(/\d+ of 13 sizes · memcpy: \d+\sMiB done/).waitFor();
  await page.screenshot({ path: join(out, 'live.png') });

  // More come without anything being asked for.
  process.kill(Number(process.env.LIVE_PROCESS), 'SIGCONT');
  await page.waitForFunction(
    (seen) => document.querySelectorAll('section[aria-label="Measurements"] tbody tr').length > seen,
    before,
  );

  // In the end it is the upload, and so is its link.
  await page.waitForURL('**/uploads/*', { timeout: 50_000 });
  await page.goto(link);
  await page.waitForURL('**/uploads/*');
  await page.getByRole('heading', { level: 1 }).waitFor();
});
