// A server that goes while somebody has the dashboard open: every page says so, whether it was looked at before or not.
import assert from 'node:assert/strict';
import { test as plain } from './fixtures.mjs';
import { Proxy } from './proxy.mjs';

const PAGES = ['Runs', 'Explore', 'Compare', 'Regressions', 'Published results'];

const test = plain.extend({
  /** The way to the server, which a test closes. */
  way: [
    async ({}, use, { config, parallelIndex }) => {
      const way = new Proxy(config.metadata.servers[parallelIndex]);
      await way.open();
      await use(way);
      await way.close();
    },
    { scope: 'worker' },
  ],
  base: [async ({ way }, use) => use(way.address), { scope: 'worker' }],
});

/** Opens the overview and waits until it is whole. */
test.beforeEach(async ({ page, base, way, forgive }) => {
  forgive(/ERR_|Failed to fetch|error loading dynamically imported module/i);
  await way.close();
  await way.open();
  await page.goto(`${base}/`);
  await page.locator('.table tbody tr').first().waitFor();
  await page.waitForLoadState('networkidle');
});

function bar(page) {
  return page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link');
}

/** Waits until the page before is gone, which may say it too. */
async function saysThatItIsGone(page, name) {
  const before = page.getByRole('heading', {
    level: 1,
    name: await page.getByRole('heading', { level: 1 }).textContent(),
  });
  await bar(page).filter({ hasText: name }).click();
  await before.waitFor({ state: 'detached' });
  await page.getByRole('alert').filter({ hasText: 'The server does not answer' }).first().waitFor();
}

test('the bar has every page', async ({ page }) => {
  const names = (await bar(page).allTextContents()).map((text) => text.trim());
  assert.deepEqual(names, ['Home', ...PAGES]);
});

for (const name of PAGES)
  test.describe(name, () => {
    /** Not even its code comes. */
    test('says it where it was never opened', async ({ page, way }) => {
      await way.close();
      await saysThatItIsGone(page, name);
    });

    /** Its code is here, what it showed may be old. */
    test('says it where it was opened before', async ({ page, way }) => {
      await bar(page).filter({ hasText: name }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await bar(page).filter({ hasText: 'Home' }).click();
      await page.locator('.table tbody tr').first().waitFor();
      await page.waitForLoadState('networkidle');
      await way.close();
      await saysThatItIsGone(page, name);
    });
  });

test('when the server is back, one click shows the page as before', async ({ page, way }) => {
  await bar(page).filter({ hasText: 'Runs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  await page.locator('.table tbody tr').first().waitFor();
  await page.waitForLoadState('networkidle');
  await way.close();
  await saysThatItIsGone(page, 'Home');
  await way.open();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.locator('.table tbody tr').first().waitFor();
  assert.equal(await page.getByRole('alert').count(), 0, 'nothing is said any more');
});
