// A phone: all pages are reached, a tap shows values, fingers choose a range, choices unfold.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PHONE, test } from './fixtures.mjs';
import { STUDY } from './steps.mjs';

test.use(PHONE);

for (const path of ['/scaling', '/history'])
  test(`the choices of ${path} unfold`, ({ page, base }) => unfoldChoices(page, base + path));

test('every page is reached', async ({ page, base }) => {
  await page.goto(`${base}/explore`);
  const nav = page.getByRole('navigation', { name: 'Pages', exact: true });
  await nav.getByRole('button', { name: 'All pages' }).tap();
  const names = await nav.getByRole('link').allTextContents();
  assert.equal(names.length, 6);
  for (const name of names) {
    const unfold = nav.getByRole('button', { name: 'All pages' });
    if (await unfold.isVisible()) await unfold.tap();
    await nav.getByRole('link', { name, exact: true }).tap();
    await nav.locator('[aria-current]', { hasText: name }).waitFor();
    await nav.getByRole('button', { name: 'All pages' }).waitFor();
  }
});

test('a tap shows values, and fingers choose a range', async ({ page, base, out }) => {
  await page.goto(base + STUDY);
  const over = page.locator('.plot .u-over');
  await over.waitFor();
  await over.scrollIntoViewIfNeeded();
  const area = await over.boundingBox();
  const at = (share) => area.x + area.width * share;
  const y = area.y + area.height / 2;

  await page.touchscreen.tap(at(0.5), y);
  await page.locator('.tip.pinned .value').first().waitFor();
  assert.match(await page.locator('.tip.pinned .value').first().textContent(), /GB\/s/, 'a tap shows values');
  await page.screenshot({ path: join(out, 'phone-tap.png') });
  await page.locator('.tip').getByRole('button', { name: 'Close' }).tap();

  const fingers = await page.context().newCDPSession(page);
  const touch = (type, ...places) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map((share, id) => ({ x: at(share), y, id })),
    });
  await touch('touchStart', 0.3);
  for (const share of [0.4, 0.5, 0.6, 0.7]) await touch('touchMove', share);
  await touch('touchEnd');
  await page.waitForURL('**zoom=*');
  const dragged = zoomOf(page.url());

  // The chart of the new range stands before fingers are put on it.
  await page.getByRole('button', { name: 'Show the whole range' }).waitFor();
  await page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))));
  const before = page.url();
  await touch('touchStart', 0.4, 0.6);
  for (const by of [0.05, 0.1, 0.15, 0.2]) await touch('touchMove', 0.4 - by, 0.6 + by);
  await touch('touchEnd');
  await page.waitForFunction((earlier) => location.href !== earlier, before);
  const pinched = zoomOf(page.url());
  assert.ok(pinched[0] > dragged[0] && pinched[1] < dragged[1], `${pinched} is within ${dragged}`);
  const ratio = Math.log(dragged[1] / dragged[0]) / Math.log(pinched[1] / pinched[0]);
  assert.ok(Math.abs(ratio - 3) < 0.3, `fingers three times as far apart show a third, not 1/${ratio}`);
});

function zoomOf(url) {
  return new URL(url).searchParams
    .get('zoom')
    .split(/[,_~:;]/)
    .slice(0, 2)
    .map(Number);
}

async function unfoldChoices(page, url) {
  await page.goto(url);
  const unfold = page.getByRole('button', { name: 'Show filters' });
  await unfold.waitFor();
  const choices = page.locator('.controls').first();
  assert.equal(await choices.isVisible(), false, `${url}: the choices are folded`);
  await unfold.tap();
  await choices.waitFor();
}
