import { describe, expect, it } from 'vitest';
import { pointCell, shownColumns } from '../pages/runs/points';
import { tableWithDigits } from './digits';

describe('a table of points', () => {
  const json =
    '{"total":2,"columns":["gpu","message_bytes","time_us","busbw_GBps","wrong"],' +
    '"rows":[["say \\"3.0\\" 2",1048576,373.0,0.00,null],["a",2097152,1.10e+3,50.40,-1]]}';
  const table = tableWithDigits(json, '/points');

  it('preserves every printed digit', () => {
    expect(table.total).toBe(2);
    expect(table.rows).toEqual([
      ['say "3.0" 2', '1048576', '373.0', '0.00', null],
      ['a', '2097152', '1.10e+3', '50.40', '-1'],
    ]);
  });

  it('shows values as printed, and sizes in binary units', () => {
    const shown = shownColumns(table).map((column) => pointCell(column, table.rows[0]?.[column.index] ?? null).text);
    expect(shown).toEqual(['say "3.0" 2', '1 MiB', '373.0', '0.00', '–']);
    expect(shownColumns(table).map((column) => column.number)).toEqual([false, true, true, true, true]);
  });
});
