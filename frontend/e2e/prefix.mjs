// Looks at pages through a proxy: below a path, which it takes off as nginx or Caddy do, and when it closes: node prefix.mjs BASE_URL
import assert from 'node:assert/strict';
import { createServer, request as ask } from 'node:http';
import { launch, openPage } from './browser.mjs';
import { losePages } from './gone.mjs';

const [address] = process.argv.slice(2);
if (!address) {
  console.error('usage: node prefix.mjs BASE_URL');
  process.exit(2);
}
const PREFIX = '/lab';
const server = new URL(address);
const outside = [];

const proxy = createServer((from, to) => {
  if (!from.url.startsWith(`${PREFIX}/`)) {
    outside.push(from.url);
    to.writeHead(404).end();
    return;
  }
  const headers = { ...from.headers, 'x-forwarded-prefix': PREFIX, 'x-forwarded-host': from.headers.host };
  const path = from.url.slice(PREFIX.length);
  const asked = ask({ host: server.hostname, port: server.port, method: from.method, path, headers }, (answer) => {
    to.writeHead(answer.statusCode, answer.headers);
    answer.pipe(to);
  });
  from.pipe(asked);
});
await new Promise((listening) => proxy.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${proxy.address().port}`;
const base = origin + PREFIX;

const browser = await launch();
try {
  const { page, faults } = await openPage(browser, origin);
  await page.goto(`${base}/`);
  for (const name of ['Runs', 'Uploads', 'Figures', 'Explore']) {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`${base}/${name.toLowerCase()}*`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await page.locator('.plot canvas').first().waitFor();
  // A link that somebody was sent, and a step from it.
  await page.goto(`${base}/runs`);
  await page.locator('tbody a[href*="/runs/"]').first().click();
  await page.waitForURL(`${base}/runs/*-*`);
  await page.reload();
  await page.locator('.plot canvas').first().waitFor();
  await page.getByRole('searchbox').fill('nccl');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL(`${base}/runs?q=nccl`);
  const picture = await page.request.get(`${base}/figures/alltoall_comparison`);
  assert.match(await picture.text(), new RegExp(`og:image" content="${base}/api/v1/figures/`));
  assert.deepEqual(faults, [], 'faults in the browser');
  await page.goto(`${base}/runs/nothing/here`);
  await page.getByRole('link', { name: 'Uploads' }).first().click();
  await page.waitForURL(`${base}/uploads`);
  assert.deepEqual(
    outside.filter((path) => path !== '/favicon.ico'),
    [],
    'what was asked for outside of the path',
  );
  console.log('every page works below a path');
  await losePages(browser, server);
  console.log('every page says that the server is gone');
} catch (failure) {
  console.error(failure);
  process.exitCode = 1;
} finally {
  await browser.close();
  proxy.close();
}
