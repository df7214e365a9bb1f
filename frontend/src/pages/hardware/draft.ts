// The form of a hardware profile as a file for --hardware. Only the server validates it.

import type { ProfileForms } from '../../api/types';

export interface DraftValue {
  operation: string;
  nodes: string;
  bytes: string;
  busbw: string;
  source: string;
}

/** Contents of the fields; lists are comma-separated, and empty means unknown. */
export interface Draft {
  id: string;
  title: string;
  instances: string;
  gpus: string;
  nodeGpus: string;
  nvlink: string;
  nic: string;
  interfaces: string;
  pcie: string;
  hbm: string;
  nvls: boolean;
  fabric: string;
  source: string;
  values: DraftValue[];
}

export const EMPTY: Draft = {
  id: '',
  title: '',
  instances: '',
  gpus: '',
  nodeGpus: '',
  nvlink: '',
  nic: '',
  interfaces: '',
  pcie: '',
  hbm: '',
  nvls: false,
  fabric: '',
  source: '',
  values: [],
};

/** A draft for hardware in the results that has no profile. */
export function draftOf({ id, name, instance, nodeGpus }: ProfileForms['items'][number]): Draft {
  return {
    ...EMPTY,
    values: [],
    id,
    title: name,
    instances: instance ? name : '',
    gpus: instance ? '' : name,
    nodeGpus: nodeGpus > 0 ? String(nodeGpus) : '',
  };
}

export const emptyValue = (): DraftValue => ({ operation: 'all_reduce', nodes: '', bytes: '', busbw: '', source: '' });

/** JSON strings are valid YAML. */
const quoted = (text: string): string => JSON.stringify(text.trim());
const listed = (text: string): string =>
  `[${text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map(quoted)
    .join(', ')}]`;

export function yamlOf(draft: Draft): string {
  const lines = [
    `- id: ${quoted(draft.id)}`,
    `title: ${quoted(draft.title)}`,
    `instances: ${listed(draft.instances)}`,
    `gpus: ${listed(draft.gpus)}`,
    `node_gpus: ${quoted(draft.nodeGpus)}`,
    `nvlink: ${quoted(draft.nvlink)}`,
    `nic: ${draft.nic.trim() === '' ? 'none' : quoted(draft.nic)}`,
    ...(draft.interfaces.trim() === '' ? [] : [`interfaces: ${quoted(draft.interfaces)}`]),
    `pcie: ${quoted(draft.pcie)}`,
    `hbm: ${quoted(draft.hbm)}`,
    ...(draft.nvls ? ['nvls: true'] : []),
    ...(draft.fabric === '' ? [] : [`fabric: ${draft.fabric}`]),
    `source: ${quoted(draft.source)}`,
    ...(draft.values.length === 0 ? [] : ['values:']),
    ...draft.values.map(
      ({ operation, nodes, bytes, busbw, source }) =>
        `  - {operation: ${quoted(operation)}, nodes: ${quoted(nodes)}, bytes: ${quoted(bytes)}, ` +
        `busbw: ${quoted(busbw)}, source: ${quoted(source === '' ? draft.source : source)}}`,
    ),
  ];
  return `${lines.join('\n  ')}\n`;
}
