import { expect, it } from 'vitest';
import { chosenFiles, droppedFiles } from './dropped';

type Tree = { [name: string]: Tree | string | null };

/** As browsers give what was dropped; `null` is a file that cannot be read. */
function entry(name: string, content: Tree | string | null, parent = ''): FileSystemEntry {
  const fullPath = `${parent}/${name}`;
  if (content === null || typeof content === 'string')
    return {
      isFile: true,
      isDirectory: false,
      name,
      fullPath,
      file: (then: (file: File) => void, fail: (cause: unknown) => void) =>
        content === null ? fail(new Error('NotReadableError')) : then(new File([content], name)),
    } as unknown as FileSystemEntry;
  const rest = Object.entries(content).map(([each, inside]) => entry(each, inside, fullPath));
  return {
    isFile: false,
    isDirectory: true,
    name,
    fullPath,
    // Browsers give some at a time.
    createReader: () => ({ readEntries: (then: (some: FileSystemEntry[]) => void) => then(rest.splice(0, 2)) }),
  } as unknown as FileSystemEntry;
}

function drop(tree: Tree): DataTransfer {
  const items = Object.entries(tree).map(([name, content]) => ({ webkitGetAsEntry: () => entry(name, content) }));
  const files = Object.entries(tree).map(([name, content]) => new File([String(content)], name));
  return { items, files } as unknown as DataTransfer;
}

it('a folder means all files below it, and unreadable ones are reported', async () => {
  const night = { 'run10.log': 'c', 'run9.log': 'b', deeper: { 'x.csv': 'd' }, '.hidden': 'a', 'locked.log': null };
  const { found, message } = await droppedFiles(drop({ night, 'single.log': 'e' }));
  expect(found.map(({ path }) => path)).toEqual([
    'night/.hidden',
    'night/deeper/x.csv',
    'night/run9.log',
    'night/run10.log',
    'single.log',
  ]);
  expect(message).toBe('5 files from the folder night. Not readable: night/locked.log.');
});

it('an empty folder is reported', async () => {
  expect(await droppedFiles(drop({ empty: {} }))).toEqual({ found: [], message: 'No files in the folder empty.' });
});

it('files without a folder have no message', async () => {
  const { found, message } = await droppedFiles(drop({ 'a.log': 'a', 'b.log': 'b' }));
  expect(found.map(({ path }) => path)).toEqual(['a.log', 'b.log']);
  expect(message).toBe('');
});

it('a folder that was chosen names the paths of its files', () => {
  const file = new File(['a'], 'a.log');
  Object.defineProperty(file, 'webkitRelativePath', { value: 'night/a.log' });
  expect(chosenFiles([file])).toEqual({
    found: [{ file, path: 'night/a.log' }],
    message: '1 file from the folder night.',
  });
});
