// The files of a drop or of a file chooser, those in folders too, each with its path from where it was taken.

export interface Found {
  readonly file: File;
  /** `logs/night/all_reduce.log`; the name alone where no folder was taken. */
  readonly path: string;
}

export interface Dropped {
  readonly found: readonly Found[];
  /** What became of folders, in words; empty where there was none. */
  readonly said: string;
}

/** Files that were chosen one by one, or with their folder. */
export function chosenFiles(files: Iterable<File>): Dropped {
  const found = [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const folders = new Set(found.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0] ?? ''));
  return { found, said: folders.size === 0 ? '' : saying([...folders], found.length, []) };
}

/** To be called while the event is handled: afterwards the browser has forgotten what was dropped. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folders = entries.filter((entry) => entry.isDirectory).map((entry) => entry.name);
  if (folders.length === 0) return chosenFiles(transfer.files);
  const found: Found[] = [];
  const unread: string[] = [];
  for (const entry of entries) await collect(entry, found, unread);
  return { found, said: saying(folders, found.length, unread) };
}

/** In the order of their names, folders among files. */
async function collect(entry: FileSystemEntry, found: Found[], unread: string[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (isFile(entry)) found.push({ file: await new Promise<File>((...then) => entry.file(...then)), path });
    else if (isFolder(entry)) for (const each of await entriesOf(entry)) await collect(each, found, unread);
  } catch {
    unread.push(path);
  }
}

/** A reader gives a hundred at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((...then) => reader.readEntries(...then));
    if (some.length === 0) return all.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
    all.push(...some);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function saying(folders: readonly string[], files: number, unread: readonly string[]): string {
  const where = folders.length === 1 ? `the folder ${folders[0]}` : `${folders.length} folders`;
  const taken =
    files === 0 ? `There is no file in ${where}.` : `${files} ${files === 1 ? 'file' : 'files'} of ${where}.`;
  return unread.length === 0 ? taken : `${taken} Not readable: ${unread.join(', ')}.`;
}
