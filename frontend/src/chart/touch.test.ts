import { expect, test } from 'vitest';
import { pinchedTo } from './touch';

test('spreading two fingers zooms in around them', () => {
  const [from, to] = pinchedTo([100, 200], [50, 250], 300);
  expect(to - from).toBeCloseTo(150);
  const under = (place: number): number => from + (place / 300) * (to - from);
  expect(under(50)).toBeCloseTo(100);
  expect(under(250)).toBeCloseTo(200);
});

test('pinching zooms out to the whole range at most', () => {
  expect(pinchedTo([50, 250], [140, 160], 300)).toEqual([0, 300]);
});
