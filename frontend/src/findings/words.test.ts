import { expect, it } from 'vitest';
import { atFirstStop, withAddresses } from './words';

it('a headline is parted at its first full stop', () => {
  expect(atFirstStop('Send reaches 24.5 GB/s at 4 MiB. That is 96 % of a port. The log was cut.')).toEqual([
    'Send reaches 24.5 GB/s at 4 MiB.',
    'That is 96 % of a port. The log was cut.',
  ]);
  expect(atFirstStop('Send reaches 24.5 GB/s at 4 MiB.')).toEqual(['Send reaches 24.5 GB/s at 4 MiB.', '']);
});

it('addresses of a finding are links', () => {
  expect(withAddresses('by a <https://example.org/a>; b < c <javascript:x>')).toEqual([
    { text: 'by a ', address: null },
    { text: 'source', address: 'https://example.org/a' },
    { text: '; b < c <javascript:x>', address: null },
  ]);
});
