// What the parts of a series' key are called, and how their values read.

import type { FilterName } from '../api/types';
import { bytes } from './bytes';
import * as words from './words';

/** Shown for a field that the rows leave empty; the interface's value for it is `none`. */
const NONE = 'none';

export const FACET_LABELS: Record<FilterName, string> = {
  operation: 'Operation',
  library: 'Library',
  variant: 'Variant',
  placement: 'Placement',
  ranks: 'GPUs',
  nodes: 'Nodes',
  bytes: 'Size',
  tool: 'Source',
  toolVersion: 'Tool version',
  libraryVersion: 'Version of the library',
  instanceType: 'Instance type',
  gpu: 'GPU',
  place: 'Place',
  transport: 'Transport',
  datatype: 'Data type',
  redop: 'Reduction',
  root: 'Root',
  settings: 'Settings',
  environment: 'Environment',
  timing: 'Timing',
  layout: 'Layout',
  links: 'Links',
  problem: 'Problem size',
  run: 'Run',
};

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
    case 'nodes':
      return `${value} ${value === '1' ? 'node' : 'nodes'}`;
    case 'bytes':
      return bytes(Number(value));
    default:
      return value;
  }
}
