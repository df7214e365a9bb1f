// The overview: what is on it, and the way to every page and back.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { imagesLoaded } from './steps.mjs';

test('the overview has the figures of the study and the latest runs', async ({ page, base }) => {
  const answer = await page.goto(`${base}/`);
  assert.equal(answer.status(), 200, `${base}/ gives no page: was the server built without its dashboard?`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => Number(document.querySelector('.numbers dd')?.textContent) >= 14);
  const cards = page.locator('a.card');
  assert.ok((await cards.count()) >= 5, 'the five figures of the study are on the overview');
  await imagesLoaded(page, 'a.card img');
  await page.locator('.table tbody tr').first().waitFor();
});

test('the bar leads to every page, and a step back to the one before', async ({ page, base }) => {
  await page.goto(`${base}/`);
  for (const name of ['Explore', 'Figures', 'Runs', 'Compare', 'Scaling', 'History', 'Study', 'Uploads', 'Overview']) {
    await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name }).click();
    await page.waitForFunction((text) => document.title.includes(text) || text === 'Overview', name);
  }
  await page.goBack();
  await page.waitForURL('**/uploads');
});
