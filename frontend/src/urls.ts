// The addresses of the pages, in both directions.

export type Page =
  | { name: 'overview' }
  | { name: 'figures' }
  | { name: 'figure'; figure: string }
  | { name: 'explore' }
  | { name: 'runs' }
  | { name: 'run'; id: string }
  | { name: 'uploads' }
  | { name: 'upload'; id: string }
  | { name: 'rereading' }
  | { name: 'rows' }
  | { name: 'compare' }
  | { name: 'scaling' }
  | { name: 'history' }
  | { name: 'study' }
  | { name: 'missing' };

export function pageOf(path: string): Page {
  const [first, second, ...rest] = path.split('/').filter((part) => part !== '');
  if (rest.length > 0) return { name: 'missing' };
  if (second === undefined) return topPage(first);
  const id = decoded(second);
  if (id === null) return { name: 'missing' };
  switch (first) {
    case 'figures':
      return { name: 'figure', figure: id };
    case 'runs':
      return { name: 'run', id };
    case 'uploads':
      return id === 'rereading' ? { name: 'rereading' } : { name: 'upload', id };
    default:
      return { name: 'missing' };
  }
}

function topPage(first: string | undefined): Page {
  switch (first) {
    case undefined:
      return { name: 'overview' };
    case 'figures':
    case 'explore':
    case 'runs':
    case 'uploads':
    case 'rows':
    case 'compare':
    case 'scaling':
    case 'history':
    case 'study':
      return { name: first };
    default:
      return { name: 'missing' };
  }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const part = encodeURIComponent;

export const urls = {
  overview: (): string => '/',
  figures: (): string => '/figures',
  figure: (name: string): string => `/figures/${part(name)}`,
  explore: (query = ''): string => (query === '' ? '/explore' : `/explore?${query}`),
  runs: (query = ''): string => (query === '' ? '/runs' : `/runs?${query}`),
  run: (id: string): string => `/runs/${part(id)}`,
  compare: (a: readonly string[] = [], b: readonly string[] = []): string => {
    const query = new URLSearchParams([...a.map((id) => ['a', id]), ...b.map((id) => ['b', id])]).toString();
    return query === '' ? '/compare' : `/compare?${query}`;
  },
  scaling: (): string => '/scaling',
  history: (): string => '/history',
  study: (): string => '/study',
  uploads: (): string => '/uploads',
  rereading: (): string => '/uploads/rereading',
  upload: (id: string): string => `/uploads/${part(id)}`,
  /** The upload's log at a line. */
  uploadLine: (id: string, position: number): string => `/uploads/${part(id)}?line=${position}`,
};
