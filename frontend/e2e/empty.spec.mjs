// A server that has no data: every page says what to do.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { assertAccessible } from './access.mjs';
import { test } from './fixtures.mjs';
import { assertCalm, countShifts } from './shift.mjs';

/** What each page says where nothing was measured. */
const SAID = {
  '/': 'No measurements yet',
  '/explore': 'No data yet',
  '/figures': 'The EFA study',
  '/figures/nccl_bandwidth': 'This server does not have the data of this figure',
  '/runs': 'No runs yet',
  '/compare': 'No measurements yet',
  '/scaling': 'No measurements yet',
  '/history': 'No measurements yet',
  '/study': 'not all on this server',
  '/uploads': 'No uploads yet',
  '/uploads/rereading': 'Nothing has been re-imported yet',
  '/uploads/deeds': 'No changes yet',
  '/uploads/alerts': 'No alerts yet',
  '/uploads/hardware': 'No profiles yet',
  '/sql': 'The table measurement has a row',
  '/pairs': 'No runs selected',
};

for (const width of [390, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    for (const [path, text] of Object.entries(SAID))
      test(path, async ({ page, base, forgive, out }) => {
        forgive(/404.*\/api\/v1\/study/);
        await countShifts(page);
        await page.goto(base + path);
        await page.getByText(text).first().waitFor();
        assert.equal(await page.getByRole('alert').count(), 0, `${path}: nothing failed`);
        await assertCalm(page, `${path} without data at ${width} px`);
        if (width === 1440) await assertAccessible(page, `${path} without data`);
        await page.screenshot({ path: join(out, `empty${path.replaceAll('/', '-')}-${width}.png`) });
      });
  });
