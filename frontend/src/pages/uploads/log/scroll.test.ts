import { describe, expect, it } from 'vitest';
import { scrollFor, tall, topAt, topShowing } from './scroll';

describe('a window on many lines', () => {
  for (const total of [3, 30, 5_000, 1_000_000, 10_000_000]) {
    const extent = { total, fits: 25 };

    it(`reaches the first and the last of ${total} lines`, () => {
      expect(topAt(0, extent)).toBe(0);
      expect(topAt(tall(extent) - 25 * 20, extent)).toBe(Math.max(0, total - 25));
    });

    it(`finds the line among ${total} that the scroll bar was set to`, () => {
      for (const top of [0, 1, Math.floor(total / 3), total - 26].filter((each) => each >= 0)) {
        expect(topAt(scrollFor(top, extent), extent)).toBe(Math.min(top, Math.max(0, total - 25)));
      }
    });
  }

  it('moves by one at its edges and leaps to what is far', () => {
    const extent = { total: 1000, fits: 10 };
    expect(topShowing(105, 100, extent)).toBe(100);
    expect(topShowing(99, 100, extent)).toBe(99);
    expect(topShowing(110, 100, extent)).toBe(101);
    expect(topShowing(500, 100, extent)).toBe(495);
    expect(topShowing(999, 100, extent)).toBe(990);
  });
});
