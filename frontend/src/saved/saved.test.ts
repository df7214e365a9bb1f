import { expect, test } from 'vitest';
import { parsed } from './saved.svelte';

test('only views of the dashboard are taken from the storage', () => {
  const kept = parsed(
    JSON.stringify({
      views: [
        { name: 'p5', path: '/explore?x=size' },
        { name: 'foreign', path: '//evil.example/' },
        { name: 'script', path: 'javascript:alert(1)' },
        { name: 7, path: '/runs' },
      ],
      start: '/explore?x=size',
    }),
  );
  expect(kept).toEqual({ views: [{ name: 'p5', path: '/explore?x=size' }], start: '/explore?x=size' });
});

test('a start that is no saved view is none', () => {
  expect(parsed('{"views":[],"start":"/runs"}').start).toBeNull();
  expect(parsed(null)).toEqual({ views: [], start: null });
});
