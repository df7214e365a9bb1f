import { describe, expect, it } from 'vitest';
import { csvOf } from './csv';

describe('rows as CSV', () => {
  it('have quotes where they are needed, and no formula', () => {
    const columns = [
      { name: 'tool', type: 'VARCHAR' },
      { name: 'best', type: 'DOUBLE' },
    ];
    const rows = [
      ['a "b", c', -1.5],
      ['=1+1', null],
    ];
    expect(csvOf({ columns, rows, more: false })).toBe('tool,best\r\n"a ""b"", c",-1.5\r\n\'=1+1,\r\n');
  });
});
