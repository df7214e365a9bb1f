import { expect, test } from 'vitest';
import { parsed } from './saved.svelte';

test('only views of the dashboard are read from the storage', () => {
  const stored = parsed(
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
  expect(stored).toEqual({ views: [{ name: 'p5', path: '/explore?x=size' }], start: '/explore?x=size' });
});

test('a start page that is not a saved view is ignored', () => {
  expect(parsed('{"views":[],"start":"/runs"}').start).toBeNull();
  expect(parsed(null)).toEqual({ views: [], start: null });
});
