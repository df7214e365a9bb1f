// Watches a run while it is measured: node live.mjs BASE_URL PAGE OUT_DIR. Says `seen N` once N points are drawn, and ends
// when the page has become that of the upload.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';

const [address, link, out] = process.argv.slice(2);
const base = new URL(address).origin;
mkdirSync(out, { recursive: true });

const browser = await launch();
try {
  const { page, faults } = await openPage(browser, base);
  await page.goto(`${base}/`);
  await page.getByRole('region', { name: 'Measured now' }).getByRole('link').click();
  await page.waitForURL(link);
  const rows = page.getByRole('region', { name: 'Measurements' }).locator('tbody tr');
  await rows.first().waitFor();
  await page.locator('.plot canvas').waitFor();
  const before = await rows.count();
  const progress = page.getByRole('progressbar', { name: 'Progress' });
  assert.equal(Number(await progress.getAttribute('value')), before, 'as many sizes are done as points are shown');
  await page.getByText(/\d+ of 13 sizes · memcpy: \d+\sMiB done/).waitFor();
  await page.screenshot({ path: join(out, 'live.png') });
  console.log(`seen ${before}`);

  // More come without anything being asked for.
  await page.waitForFunction(
    (seen) => document.querySelectorAll('section[aria-label="Measurements"] tbody tr').length > seen,
    before,
  );
  console.log('seen more');

  // In the end it is the upload, and so is its link.
  await page.waitForURL('**/uploads/*', { timeout: 50_000 });
  await page.goto(link);
  await page.waitForURL('**/uploads/*');
  await page.getByRole('heading', { level: 1 }).waitFor();
  assert.deepEqual(faults, [], 'faults in the browser');
  console.log('the run was seen to its end');
} catch (failure) {
  console.error(failure);
  process.exitCode = 1;
} finally {
  await browser.close();
}
