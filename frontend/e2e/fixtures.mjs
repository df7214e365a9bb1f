// What every test gets: a page whose faults fail the test, a server that no other test uses meanwhile, and ways to send it logs.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as playwright } from '@playwright/test';
import { watch } from './browser.mjs';

/** Pictures of the pages, for people to look at. */
const PICTURES = join(import.meta.dirname, '../../analysis-server/target/screenshots');

export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

export const test = playwright.extend({
  /** The address of the worker's server, without a slash at its end. */
  base: [
    async ({}, use, { config, parallelIndex }) => use(config.metadata.servers[parallelIndex]),
    { scope: 'worker' },
  ],

  baseURL: async ({ base }, use) => use(base),

  /** The folder of the pictures. */
  out: async ({}, use) => {
    mkdirSync(PICTURES, { recursive: true });
    await use(PICTURES);
  },

  /** Digits for names: no other test of this server has them. */
  stamp: async ({}, use) => use(`${Date.now()}`),

  /** Uploads a text and returns what the server says of it: `send(filename, text)`. */
  send: [
    async ({ playwright, base }, use) => {
      const request = await playwright.request.newContext();
      await use(async (name, text) => {
        const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
        const options = { multipart: { file }, timeout: 80_000 };
        const answer = await request.post(`${base}/api/v1/uploads?wait=60`, options);
        assert.ok(answer.ok(), await answer.text());
        const upload = await answer.json();
        assert.equal(upload.state, 'ready', upload.message);
        return upload;
      });
      await request.dispose();
    },
    { scope: 'worker' },
  ],

  /** Everything that goes wrong in the page fails the test, except what it provokes on purpose: see `forgive`. */
  faults: [
    async ({ page, base }, use) => {
      const faults = { seen: [], expected: [] };
      await watch(page, new URL(base).origin, faults.seen);
      await use(faults);
      const unexpected = faults.seen.filter((fault) => !faults.expected.some((pattern) => pattern.test(fault)));
      assert.deepEqual(unexpected, [], 'faults in the browser');
    },
    { auto: true },
  ],

  /** A page of a browser that has never been here. */
  stranger: async ({ browser, base, faults }, use) => {
    const page = await browser.newPage();
    await watch(page, new URL(base).origin, faults.seen);
    await use(page);
    await page.close();
  },

  /** Names a fault that the test provokes on purpose: `forgive(/status of 400/)`. */
  forgive: async ({ faults }, use) => use((pattern) => void faults.expected.push(pattern)),
});
