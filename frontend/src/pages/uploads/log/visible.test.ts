import { describe, expect, it } from 'vitest';
import { parts, visible } from './visible';

describe('a line of a log', () => {
  it('shows control characters by their pictures', () => {
    expect(visible('\u001b[31mred\u0007')).toBe('␛[31mred␇');
  });

  it('names marks that turn the reading direction, and invisible ones', () => {
    expect(visible('a\u202Eb\u200Bc\u2028')).toBe('a⟨202E⟩b⟨200B⟩c⟨2028⟩');
  });

  it('leaves markup and other scripts as they are', () => {
    expect(visible('<b>"x"</b> µs 測試')).toBe('<b>"x"</b> µs 測試');
  });
});

describe('a line in search results', () => {
  it('marks each place, in any case, and leaves the rest', () => {
    expect(parts('NCCL WARN nccl', 'nccl')).toEqual([
      { text: 'NCCL', found: true },
      { text: ' WARN ', found: false },
      { text: 'nccl', found: true },
    ]);
  });

  it('takes the text literally', () => {
    expect(parts('a [0] b (1+1)', '(1+1)').filter((part) => part.found)).toEqual([{ text: '(1+1)', found: true }]);
    expect(parts('abc', '.')).toEqual([{ text: 'abc', found: false }]);
  });
});
