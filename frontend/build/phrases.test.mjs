// Texts of pages and docs use the field's words; phrases that readers stumbled over do not come back.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import phrases from './phrases.json';

const ROOT = join(import.meta.dirname, '../..');

function textsIn(folder, ending) {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .filter((name) => ending.test(name) && !/generated|\.test\./.test(name))
    .map((name) => join(folder, name));
}

const texts = [...textsIn('frontend/src', /\.(svelte|ts)$/), ...textsIn('docs', /^[^/]*\.md$/), 'README.md'];

test('no page and no document has a phrase of the list', () => {
  const found = texts.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\s+/g, ' ');
    return phrases.filter((phrase) => text.includes(phrase)).map((phrase) => `${file}: ${phrase}`);
  });
  expect(found).toEqual([]);
});
