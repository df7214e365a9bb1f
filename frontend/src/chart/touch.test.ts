import { expect, test } from 'vitest';
import { pinchedTo } from './touch';

test('two fingers that part show less, and what was under them stays under them', () => {
  const [from, to] = pinchedTo([100, 200], [50, 250], 300);
  expect(to - from).toBeCloseTo(150);
  const under = (place: number): number => from + (place / 300) * (to - from);
  expect(under(50)).toBeCloseTo(100);
  expect(under(250)).toBeCloseTo(200);
});

test('fingers that close show no more than there is', () => {
  expect(pinchedTo([50, 250], [140, 160], 300)).toEqual([0, 300]);
});
