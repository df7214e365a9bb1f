import { describe, expect, it } from 'vitest';
import { byteRange, bytes, exactBytes } from './bytes';
import { keyValue } from './keys';
import { counted, decimalsFor, fixed, short } from './numbers';
import { exactly, quantity, time } from './quantity';
import { list } from './words';

describe('bytes', () => {
  it('says whole multiples without decimals', () => {
    expect([0, 8, 1023, 1024, 32 * 2 ** 20, 8 * 2 ** 30].map(bytes)).toEqual([
      '0 B',
      '8 B',
      '1023 B',
      '1 KiB',
      '32 MiB',
      '8 GiB',
    ]);
  });

  it('has four significant digits of the rest', () => {
    expect(bytes(13_405)).toBe('13.09 KiB');
    expect(bytes(1_000_000)).toBe('976.6 KiB');
  });

  it('names the unit that the same number of bytes gives when counted up again', () => {
    for (let power = 0; power < 45; power++) {
      const [digits, unit] = bytes(2 ** power).split(' ');
      const factor = 1024 ** ['B', 'KiB', 'MiB', 'GiB', 'TiB'].indexOf(unit ?? '');
      expect(Number(digits) * factor).toBe(2 ** power);
    }
  });

  it('says ranges and exact counts', () => {
    expect(byteRange(32, 1024)).toBe('32 B – 1 KiB');
    expect(byteRange(32, 32)).toBe('32 B');
    expect(byteRange(null, null)).toBe('–');
    expect(exactBytes(134217728)).toBe('134,217,728 bytes');
  });
});

describe('numbers', () => {
  it('have at most four significant digits, and no decimals from 1000 up', () => {
    expect([345.31, 12.4345, 0.031251, 12689.4, 0, 8].map(short)).toEqual([
      '345.3',
      '12.43',
      '0.03125',
      '12,689',
      '0',
      '8',
    ]);
  });

  it('share the decimals of their column', () => {
    const column = [345.31, 78.57, 2.3];
    expect(column.map((value) => fixed(value, decimalsFor(column)))).toEqual(['345.3', '78.6', '2.3']);
  });

  it('do not become zero where the column has no decimals for them', () => {
    expect(fixed(0.0312, 1)).toBe('0.031');
    expect(fixed(0, 1)).toBe('0.0');
  });

  it('count in words', () => {
    expect([counted(0, 'run'), counted(1, 'run'), counted(3, 'run')]).toEqual(['no runs', '1 run', '3 runs']);
  });
});

describe('quantities', () => {
  it('times change their unit with their size', () => {
    expect([8.43, 12689, 31506300].map(time)).toEqual(['8.43 µs', '12.69 ms', '31.51 s']);
  });

  it('carry their unit', () => {
    expect(quantity(345.31, 'GB/s')).toBe('345.3 GB/s');
    expect(quantity(1, 'GPUs')).toBe('1 GPU');
    expect(quantity(93.64, '%')).toBe('93.64 %');
  });

  it('bandwidth in full says Gb/s too, eight times as many', () => {
    expect(exactly(12.179125, 'GB/s')).toBe('12.179125 GB/s = 97.433 Gb/s');
  });
});

describe('words', () => {
  it('name what data abbreviates, and leave the unknown as it is', () => {
    expect(keyValue('operation', 'all_reduce')).toBe('All-Reduce');
    expect(keyValue('operation', 'shuffle')).toBe('shuffle');
    expect(keyValue('bytes', '134217728')).toBe('128 MiB');
    expect(keyValue('ranks', '16')).toBe('16 GPUs');
    expect(keyValue('placement', 'none')).toBe('none');
    expect(list(['a', 'b', 'c'])).toBe('a, b and c');
  });
});
