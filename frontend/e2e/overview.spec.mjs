// Home: what is on it, and the way to every page and back.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { imagesLoaded } from './steps.mjs';

test('home has the latest runs', async ({ page, base }) => {
  const answer = await page.goto(`${base}/`);
  assert.equal(answer.status(), 200, `${base}/ gives no page: was the server built without its dashboard?`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => parseInt(document.querySelector('.numbers a')?.textContent) >= 14);
  await page.locator('.table tbody tr').first().waitFor();
  assert.equal(await page.locator('a.card').count(), 0, 'published figures have a page of their own');
});

test('published results have the five figures of the study, as thumbnails', async ({ page, base }) => {
  await page.goto(`${base}/figures`);
  await page.locator('a.card').first().waitFor();
  assert.ok((await page.locator('a.card').count()) >= 5, 'the five figures of the study are there');
  await imagesLoaded(page, 'a.card img');
  const pictures = await page.locator('a.card img').evaluateAll((all) => all.map((each) => each.src));
  for (const src of pictures) assert.match(src, /thumbnail=true/);
});

test('the bar leads to every page, and a step back to the one before', async ({ page, base }) => {
  await page.goto(`${base}/`);
  for (const name of ['Explore', 'Runs', 'Compare', 'Regressions', 'Published results', 'Home']) {
    await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name }).click();
    await page.waitForFunction((text) => document.title.includes(text) || text === 'Home', name);
  }
  await page.goBack();
  await page.waitForURL('**/figures');
});

for (const [path, most] of [
  ['/', 500_000],
  ['/figures', 500_000],
])
  test(`${path} takes less than ${most / 1000} kB`, async ({ page, base }) => {
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    let bytes = 0;
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(base + path);
    await page.locator('.table tbody tr, a.card').first().waitFor();
    if (path !== '/') await imagesLoaded(page, 'a.card img');
    await page.waitForLoadState('networkidle');
    assert.ok(bytes < most, `${bytes} bytes`);
  });

test('an old address leads to where its page is now', async ({ page, base }) => {
  for (const [old, now] of [
    ['/history?tool=study', '/regressions?tool=study'],
    ['/uploads/deeds', '/settings/audit'],
    ['/uploads/hardware', '/settings/hardware'],
  ]) {
    await page.goto(base + old);
    await page.waitForURL(base + now);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});
