// Every page in light, dark, at phone width and on a wide screen: nothing scrolls sideways or moves by itself, and axe finds nothing.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { assertAccessible } from './access.mjs';
import { PHONE, test as plain } from './fixtures.mjs';
import { longLog, ncclLog, nightLog, PROBLEM } from './logs.mjs';
import { assertCalm, countShifts } from './shift.mjs';
import { chartDrawn } from './steps.mjs';

const LOOKS = {
  light: {},
  dark: { colorScheme: 'dark' },
  phone: PHONE,
  wide: { viewport: { width: 2560, height: 1440 } },
};

/** Each page by its name, with the logs that are there for it. */
const PAGES = {
  overview: () => '/',
  figures: () => '/figures',
  figure: () => '/figures/nccl_bandwidth',
  explore: () => '/explore',
  runs: () => '/runs',
  run: ({ upload }) => `/runs/${upload}-1`,
  compare: ({ upload }) => `/compare?a=${upload}-1&b=${upload}-1`,
  'compare-sides': ({ nights }) => `/compare?${side('a', nights.slice(2, 8))}&${side('b', nights.slice(10))}`,
  scaling: () => '/scaling',
  history: () => '/history',
  'history-changed': ({ nights }) => `/history?${nights.map((id) => `run=${id}-1`).join('&')}`,
  study: () => '/study',
  uploads: () => '/uploads',
  rereading: () => '/uploads/rereading',
  audit: () => '/uploads/deeds',
  hardware: () => '/uploads/hardware',
  alerts: () => '/uploads/alerts',
  sql: () => '/sql',
  pairs: ({ upload }) => `/pairs?upload=${upload}`,
  upload: ({ upload }) => `/uploads/${upload}`,
  log: ({ long }) => `/uploads/${long}?line=${PROBLEM}`,
};
const side = (name, ids) => ids.map((id) => `${name}=${id}-1`).join('&');

const test = plain.extend({
  /** Uploads once for all tests of a worker. */
  logs: [
    async ({ send }, use) => {
      const stamp = `looks ${Date.now()}`;
      const sent = async (name, text) => (await send(`${name} ${stamp}.log`, text)).id;
      const nights = [];
      for (let i = 0; i < 16; i++) nights.push(await sent(`night ${i}`, nightLog(i, stamp)));
      await use({ upload: await sent('one', ncclLog(stamp)), long: await sent('long', longLog(stamp)), nights });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

for (const [look, options] of Object.entries(LOOKS))
  test.describe(look, () => {
    test.use(options);

    for (const [name, path] of Object.entries(PAGES))
      test(name, async ({ page, base, out, logs }) => {
        const where = `${path(logs)}, ${look}`;
        await countShifts(page);
        await page.goto(base + path(logs));
        await page.waitForLoadState('networkidle');
        if (['explore', 'run'].includes(name)) await chartDrawn(page);
        if (name === 'log') await page.locator('.view .chosen').scrollIntoViewIfNeeded();
        const { inner, scroll } = await page.evaluate(() => ({
          inner: document.documentElement.clientWidth,
          scroll: document.documentElement.scrollWidth,
        }));
        assert.ok(scroll <= inner, `${where} scrolls sideways at ${inner} px: its content is ${scroll} px wide`);
        const current = await page.locator('nav [aria-current]').first().boundingBox();
        assert.ok(current.x >= 0 && current.x + current.width <= inner, `${where}: the link of this page is in sight`);
        if (name !== 'log') await assertCalm(page, where);
        if (name === 'runs' && look === 'light') {
          const cut = await page.locator('.frame').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
          assert.ok(cut <= 0, `at 1440 px all columns of the runs are seen, ${cut} px are not`);
        }
        await page.screenshot({ path: join(out, `${name}-${look}.png`) });
        if (look === 'light' || look === 'dark') await assertAccessible(page, where);
      });
  });
