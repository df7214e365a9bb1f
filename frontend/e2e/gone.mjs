// A server that goes while somebody has the dashboard open: every page says so, whether it was looked at before or not.
import assert from 'node:assert/strict';
import { createServer, request as ask } from 'node:http';
import { openPage } from './browser.mjs';

const SAID = 'The server does not answer';

/** @param server the server's address; what the browser is given is a way to it that can be closed */
export async function losePages(browser, server) {
  const way = createServer((from, to) => {
    const { method, headers, url: path } = from;
    const asked = ask({ host: server.hostname, port: server.port, method, path, headers }, (answer) => {
      to.writeHead(answer.statusCode, answer.headers);
      answer.pipe(to);
    });
    from.pipe(asked);
  });
  const open = (port) => new Promise((opened) => way.listen(port, '127.0.0.1', opened));
  const close = () => {
    const closed = new Promise((done) => way.close(done));
    way.closeAllConnections();
    return closed;
  };
  await open(0);
  const { port } = way.address();
  const base = `http://127.0.0.1:${port}`;
  const { context, page } = await openPage(browser, base);
  const links = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link');
  const follow = async (name, said) => {
    await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name, exact: true }).click();
    await said(name);
  };
  const gone = async (name) => {
    const alert = page.getByRole('alert').filter({ hasText: SAID }).first();
    await alert.waitFor().catch((cause) => {
      throw new Error(`${name} does not say that the server is gone`, { cause });
    });
  };

  // Pages that were never opened: not even their code comes.
  await page.goto(`${base}/`);
  await page.locator('.table tbody tr').first().waitFor();
  const names = (await links.allTextContents()).map((text) => text.trim());
  assert.ok(names.length >= 9, `all pages are in the bar: ${names}`);
  await close();
  for (const name of names.slice(1)) await follow(name, gone);

  // Pages that were opened: their code is here, what they showed may be old.
  await open(port);
  await page.goto(`${base}/`);
  for (const name of [...names.slice(1), names[0]]) {
    await follow(name, () => page.getByRole('heading', { level: 1 }).waitFor());
    await page.waitForLoadState('networkidle');
  }
  await close();
  for (const name of [...names.slice(1), names[0]]) await follow(name, gone);

  // It is back: one click, and all is as before.
  await open(port);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.locator('.table tbody tr').first().waitFor();
  assert.equal(await page.getByRole('alert').count(), 0, 'nothing is said any more');
  await context.close();
  await close();
}
