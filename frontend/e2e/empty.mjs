// Drives a server that has no data through every page: node empty.mjs BASE_URL OUT_DIR
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assertAccessible } from './access.mjs';
import { forgive, launch, openPage } from './browser.mjs';
import { assertCalm, countShifts } from './shift.mjs';

const [address, out] = process.argv.slice(2);
const base = new URL(address).origin;
mkdirSync(out, { recursive: true });

/** What each page says where nothing was measured. */
const SAID = {
  '/': 'Nothing has been measured here yet',
  '/explore': 'There is no data yet',
  '/figures': 'The EFA study',
  '/figures/nccl_bandwidth': 'The results behind this figure are not on this server',
  '/runs': 'There are no runs yet',
  '/compare': 'There are no measurements yet',
  '/scaling': 'There are no measurements yet',
  '/history': 'There are no measurements yet',
  '/study': 'not all on this server',
  '/uploads': 'None yet',
  '/uploads/rereading': 'Nothing has been read again yet',
  '/uploads/deeds': 'Nobody has changed anything yet',
  '/uploads/alerts': 'Nothing was told yet',
  '/uploads/hardware': 'Nobody has added one to this server',
  '/pairs': 'This address names no runs',
};

const browser = await launch();
try {
  for (const width of [390, 1440]) {
    const { page, faults } = await openPage(browser, base, { viewport: { width, height: 844 } });
    await countShifts(page);
    for (const [path, text] of Object.entries(SAID)) {
      await page.goto(base + path);
      await page.getByText(text).first().waitFor();
      assert.equal(await page.getByRole('alert').count(), 0, `${path}: nothing failed`);
      await assertCalm(page, `${path} without data at ${width} px`);
      if (width === 1440) await assertAccessible(page, `${path} without data`);
      await page.screenshot({ path: join(out, `empty${path.replaceAll('/', '-')}-${width}.png`) });
    }
    forgive(faults, /404.*\/api\/v1\/study/);
    assert.deepEqual(faults, [], 'faults in the browser');
  }
  console.log('a server without data says so on every page');
} finally {
  await browser.close();
}
