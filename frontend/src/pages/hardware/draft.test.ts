import { expect, test } from 'vitest';
import { draftOf, EMPTY, yamlOf } from './draft';

test('a form becomes the file that the command line takes', () => {
  const draft = {
    ...draftOf({ id: 'odd-9000', name: 'NVIDIA "Odd" 9000', instance: false, nodeGpus: 2 }),
    nvlink: '50',
    nic: ' ',
    pcie: '100',
    hbm: '100',
    fabric: 'roce',
    source: 'ours: acceptance',
    values: [{ operation: 'all_reduce', nodes: '2', bytes: '33554432', busbw: '48', source: '' }],
  };
  expect(yamlOf(draft)).toBe(
    [
      '- id: "odd-9000"',
      '  title: "NVIDIA \\"Odd\\" 9000"',
      '  instances: []',
      '  gpus: ["NVIDIA \\"Odd\\" 9000"]',
      '  node_gpus: "2"',
      '  nvlink: "50"',
      '  nic: none',
      '  pcie: "100"',
      '  hbm: "100"',
      '  fabric: roce',
      '  source: "ours: acceptance"',
      '  values:',
      '    - {operation: "all_reduce", nodes: "2", bytes: "33554432", busbw: "48", source: "ours: acceptance"}',
      '',
    ].join('\n'),
  );
});

test('several names are a list, and unknown values are left out or empty, for the server to reject', () => {
  const text = yamlOf({ ...EMPTY, instances: 'p9.big, p9.small,', nic: '100', interfaces: '4', nvls: true });
  expect(text).toContain('  instances: ["p9.big", "p9.small"]\n');
  expect(text).toContain('  nic: "100"\n  interfaces: "4"\n');
  expect(text).toContain('  nvls: true\n');
  expect(text).toContain('  nvlink: ""\n');
  expect(text).not.toContain('fabric');
});
