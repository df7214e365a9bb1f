// What the parts of a series' key are called, and how their values read.

import { bytes } from './bytes';
import * as words from './words';

/** Shown for a field that the rows leave empty; the interface's value for it is `none`. */
const NONE = 'none';

export const FACET_LABELS = {
  operation: 'Operation',
  library: 'Library',
  variant: 'Variant',
  placement: 'Placement',
  ranks: 'GPUs',
  bytes: 'Size',
  tool: 'Source',
  instanceType: 'Instance',
  datatype: 'Data type',
  problem: 'Problem size',
  run: 'Run',
} as const;

export type KeyName = keyof typeof FACET_LABELS;

export function keyValue(name: string, value: string): string {
  if (value === NONE || value === '') return 'none';
  switch (name) {
    case 'operation':
      return words.operation(value);
    case 'library':
      return words.library(value);
    case 'placement':
      return words.placement(value);
    case 'tool':
      return words.tool(value);
    case 'ranks':
      return `${value} ${value === '1' ? 'GPU' : 'GPUs'}`;
    case 'bytes':
      return bytes(Number(value));
    default:
      return value;
  }
}
