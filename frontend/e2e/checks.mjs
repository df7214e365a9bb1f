// Runs single checks against a running server: node checks.mjs BASE_URL OUT_DIR
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { forgive, launch, openPage } from './browser.mjs';
import { readTooltips } from './tooltip.mjs';

const [address, out] = process.argv.slice(2);
const base = new URL(address).origin;
mkdirSync(out, { recursive: true });

const CHECKS = { tooltips: readTooltips };

const browser = await launch();
try {
  for (const [name, check] of Object.entries(CHECKS)) {
    const { context, page, faults } = await openPage(browser, base);
    await check(page, base, out, `${Date.now()}`);
    forgive(faults, /404.*\/api\/v1\/(matrices|iterations)/);
    assert.deepEqual(faults, [], `${name}: faults in the browser`);
    await context.close();
    console.log(`${name}: ok`);
  }
} finally {
  await browser.close();
}
