// Whether people who cannot see or point can use the pages: what axe-core finds that is serious.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GRAVE = ['serious', 'critical'];

/** Reads the page as it stands; `what` names it where something is found. @param rules null = all of axe's */
export async function assertAccessible(page, what, rules = null) {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async (rules) => {
    const found = await globalThis.axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
    return found.violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.map(
        ({ html, any, all }) => `${html.slice(0, 160)} ${[...any, ...all].map((each) => each.message).join('; ')}`,
      ),
    }));
  }, rules);
  const grave = violations.filter(({ impact }) => GRAVE.includes(impact));
  assert.deepEqual(grave, [], `${what}: what axe finds`);
}
