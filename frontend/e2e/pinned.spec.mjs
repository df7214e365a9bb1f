// A link shows what its sender saw, says when something newer would change it, and takes it in by one click: on every page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { json } from './measured.mjs';

const H100 = `operation=all_reduce&placement=out_of_place&gpu=${encodeURIComponent('NVIDIA H100 80GB HBM3')}`;
/** Each with what it shows: rows of its table, or the words of its chart. */
const PAGES = {
  explore: `/explore?x=size&metric=busbw&${H100}&ranks=16&tool=nccl-tests`,
  scaling: `/scaling?${H100}&bytes=134217728&metric=busbw`,
  history: `/history?tool=nccl-tests`,
  runs: '/runs?operation=all_reduce&ranks=16',
};

test.use({ viewport: { width: 1440, height: 1000 } });

test('a link keeps its data until its reader takes in what is newer', async ({ page, base, send, out }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text) => void (window.copied = text) },
      configurable: true,
    }),
  );
  const run = (await json(page.request, `${base}/api/v1/runs?size=500`)).items.find(
    ({ filename }) => filename === 'h100-nccl-2.28-2.log',
  );
  const links = new Map();
  for (const [name, path] of Object.entries(PAGES)) links.set(name, await copied(page, base + path));
  const one = (await json(page.request, `${base}/api/v1/histories?tool=nccl-tests&ranks=16&size=100`)).items.find(
    ({ hardware, ranks }) => hardware.includes('H100') && ranks === 16,
  );
  links.set('one history', await copied(page, `${base}/history?id=${one.id}`));
  const compare = `${base}/compare?a=${run.id}&b=${run.upload}`;
  const named = await copied(page, compare);

  const raw = await (await page.request.get(`${base}/api/v1/uploads/${run.upload}/raw`)).text();
  const later = await send('later.log', `# ${new Date().toISOString()}\n${raw}`);

  for (const [name, { link, seen }] of links) {
    assert.match(link, /until=\d+/, `${name}: the link names the data`);
    await page.goto(link);
    assert.deepEqual(await shown(page), seen, `${name}: the link shows what its sender saw`);
    await page.getByText(/1 newer run would change it/).waitFor();
    await page.screenshot({ path: join(out, `fleet-pinned-${name.replace(' ', '-')}.png`) });
    await page.getByRole('button', { name: 'Show the latest data' }).click();
    await page.waitForURL((url) => !url.searchParams.has('until'));
    await page.waitForFunction((before) => JSON.stringify(window.seen()) !== before, JSON.stringify(seen));
    assert.equal(await page.getByText('This link shows the data').count(), 0);
    await page.goBack();
    await page.getByText(/1 newer run would change it/).waitFor();
    assert.deepEqual(await shown(page), seen, `${name}: Back shows what the sender saw`);
  }
  await page.goto(named.link);
  assert.deepEqual(await shown(page), named.seen, 'a comparison names its runs: nothing newer changes it');
  // Other tests of this server count what is there.
  const removed = await page.request.delete(`${base}/api/v1/uploads/${later.id}`);
  assert.ok(removed.ok(), await removed.text());
});

/** The link that a page gives, and what it showed. */
async function copied(page, url) {
  await page.goto(url);
  const seen = await shown(page);
  assert.ok(seen.length > 0, `${url} shows something`);
  await page.getByRole('button', { name: 'Copy link' }).first().click();
  return { link: await page.evaluate(() => window.copied), seen };
}

/** Rows of the tables with the full values behind their cells, once they are there and stay. */
async function shown(page) {
  await page.locator('.table tbody tr').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    const titles = (row) => [...row.querySelectorAll('span[title]')].map((each) => each.title);
    window.seen = () =>
      [...document.querySelectorAll('.table tbody tr')].map((row) =>
        [row.textContent.trim(), ...titles(row)].join(' | '),
      );
    return window.seen();
  });
}
