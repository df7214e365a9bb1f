// Pages below a path, which a proxy takes off.
import assert from 'node:assert/strict';
import { test as plain } from './fixtures.mjs';
import { Proxy } from './proxy.mjs';

const test = plain.extend({
  reverseProxy: [
    async ({}, use, { config, parallelIndex }) => {
      const proxy = new Proxy(config.metadata.servers[parallelIndex], '/lab');
      await proxy.open();
      await use(proxy);
      await proxy.close();
    },
    { scope: 'worker' },
  ],
  base: [async ({ reverseProxy }, use) => use(reverseProxy.address), { scope: 'worker' }],
});

test.beforeEach(({ reverseProxy }) => reverseProxy.outside.splice(0));
test.afterEach(({ reverseProxy }) =>
  assert.deepEqual(
    reverseProxy.outside.filter((path) => path !== '/favicon.ico'),
    [],
    'what was asked for outside of the path',
  ),
);

test('the bar leads to every page', async ({ page, base }) => {
  await page.goto(`${base}/`);
  for (const [name, path] of Object.entries({
    Runs: 'runs',
    Regressions: 'regressions',
    'Published results': 'figures',
    Explore: 'explore',
  })) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`${base}/${path}*`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await page.locator('.plot canvas').first().waitFor();
});

test('a link that somebody was sent, and a step from it', async ({ page, base }) => {
  await page.goto(`${base}/runs`);
  await page.locator('tbody a[href*="/runs/"]').first().click();
  await page.waitForURL(`${base}/runs/*-*`);
  await page.reload();
  await page.locator('.plot canvas').first().waitFor();
  await page.getByRole('searchbox').fill('nccl');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(`${base}/runs?q=nccl`);
});

test('the picture of a link is below the path', async ({ page, base }) => {
  const picture = await page.request.get(`${base}/figures/alltoall_comparison`);
  assert.match(await picture.text(), new RegExp(`og:image" content="${base}/api/v1/figures/`));
});

test('a page that is not there leads to those that are', async ({ page, base, forgive }) => {
  forgive(/status of 404/);
  await page.goto(`${base}/runs/nothing/here`);
  await page.getByRole('main').getByRole('link', { name: 'Runs', exact: true }).click();
  await page.waitForURL(`${base}/runs`);
});
