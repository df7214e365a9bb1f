// The demo: a tour of five views, each of which shows something.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { assertAccessible } from './access.mjs';
import { test } from './fixtures.mjs';

/** What each view shows of the published results. */
const SHOWN = {
  Home: 'Latest runs',
  'Explore a chart': 'All-Reduce',
  Compare: 'h200_nccl_alltoall.jsonl against h200_alltoall.jsonl: takes',
  Regressions: 'Regressions',
  'Published results': 'The EFA study',
};

for (const width of [390, 1440])
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the tour leads to five views and can be closed', async ({ page, out }) => {
      await page.goto('/');
      const tour = page.getByRole('complementary', { name: 'Tour' });
      for (const [name, text] of Object.entries(SHOWN)) {
        await tour.getByRole('link', { name }).click();
        await tour.locator('a[aria-current=page]', { hasText: name }).waitFor();
        await page.locator('main').getByText(text).first().waitFor();
        assert.equal(await page.getByRole('alert').count(), 0, `${name}: nothing failed`);
        await assertAccessible(page, `${name} of the demo`);
        await page.screenshot({ path: join(out, `demo-${name.replaceAll(' ', '-').toLowerCase()}-${width}.png`) });
      }
      await tour.getByRole('button', { name: 'Close the tour' }).click();
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await tour.count(), 0, 'it stays closed');
    });
  });
