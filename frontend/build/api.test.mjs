import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generated, types } from './api.mjs';

const SLOW = 60_000;

test(
  'the types are those of the committed document',
  async () => {
    expect(readFileSync(types, 'utf8'), 'stale: run npm run api').toBe(await generated());
  },
  SLOW,
);
