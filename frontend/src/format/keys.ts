// Labels of the fields of a series' key, and of their values.

import type { FilterName } from '../api/types';
import { bytes } from './bytes';
import * as words from './words';

/** Label of an empty field, which the API calls `none`. */
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
  libraryVersion: 'Library version',
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
