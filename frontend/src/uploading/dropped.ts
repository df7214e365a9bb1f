// The files of a drop or a file chooser, including those in folders, each with its path.

export interface Found {
  readonly file: File;
  /** `logs/night/all_reduce.log`; the name alone without a folder. */
  readonly path: string;
}

export interface Dropped {
  readonly found: readonly Found[];
  /** Message about the folders; empty without folders. */
  readonly message: string;
}

/** Files that were chosen one by one, or with their folder. */
export function chosenFiles(files: Iterable<File>): Dropped {
  const found = [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  const folders = new Set(found.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/')[0] ?? ''));
  return { found, message: folders.size === 0 ? '' : messageOf([...folders], found.length, []) };
}

/** Call this while the event is handled: browsers discard the dropped files afterwards. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folders = entries.filter((entry) => entry.isDirectory).map((entry) => entry.name);
  if (folders.length === 0) return chosenFiles(transfer.files);
  const found: Found[] = [];
  const unread: string[] = [];
  for (const entry of entries) await collect(entry, found, unread);
  return { found, message: messageOf(folders, found.length, unread) };
}

/** Sorted by name, folders among files. */
async function collect(entry: FileSystemEntry, found: Found[], unread: string[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (isFile(entry)) found.push({ file: await new Promise<File>((...then) => entry.file(...then)), path });
    else if (isFolder(entry)) for (const each of await entriesOf(entry)) await collect(each, found, unread);
  } catch {
    unread.push(path);
  }
}

/** A reader returns a hundred entries at a time, and no entries at the end. */
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

function messageOf(folders: readonly string[], files: number, unread: readonly string[]): string {
  const where = folders.length === 1 ? `the folder ${folders[0]}` : `${folders.length} folders`;
  const taken = files === 0 ? `No files in ${where}.` : `${files} ${files === 1 ? 'file' : 'files'} from ${where}.`;
  return unread.length === 0 ? taken : `${taken} Not readable: ${unread.join(', ')}.`;
}
