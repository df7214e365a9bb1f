// The addresses of the HTTP interface.

import { BASE } from '../base';

const ROOT = `${BASE}/api/v1`;

export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

/** `a=1&b=x&b=y` in the given order; empty values are left out. */
export function queryString(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== undefined && each !== '') params.append(name, String(each));
    }
  }
  return params.toString();
}

function at(path: string, query: Query = {}): string {
  const text = queryString(query);
  return text === '' ? `${ROOT}${path}` : `${ROOT}${path}?${text}`;
}

const part = encodeURIComponent;

export const paths = {
  overview: (): string => at('/overview'),
  session: (): string => at('/session'),
  uploads: (query: Query): string => at('/uploads', query),
  usage: (): string => at('/usage'),
  newUpload: (query: Query): string => at('/uploads', query),
  overlay: (filename: string): string => at('/overlay', { filename }),
  upload: (id: string): string => at(`/uploads/${part(id)}`),
  uploadProblems: (id: string, query: Query): string => at(`/uploads/${part(id)}/problems`, query),
  uploadLines: (id: string, query: Query): string => at(`/uploads/${part(id)}/lines`, query),
  uploadFound: (id: string, q: string): string => at(`/uploads/${part(id)}/lines/found`, { q }),
  deleted: (id: string, now: boolean): string => at(`/uploads/${part(id)}`, { now: now ? true : null }),
  uploadMapping: (id: string, table: number | null): string =>
    at(`/uploads/${part(id)}/mapping${table === null ? '' : `?table=${table}`}`),
  auditLog: (query: Query): string => at('/audit-log', query),
  alerts: (): string => at('/alerts'),
  alert: (id: number): string => at(`/alerts/${id}`),
  hardware: (): string => at('/hardware'),
  hardwareFile: (): string => at('/hardware.yaml'),
  hardwareForm: (query: Query): string => at('/hardware/form', query),
  hardwareProfile: (id: string): string => at(`/hardware/${part(id)}`),
  rereads: (query: Query): string => at('/rereads', query),
  readings: (query: Query): string => at('/readings', query),
  uploadBadge: (id: string): string => at(`/uploads/${part(id)}/badge.svg`),
  uploadRaw: (id: string): string => at(`/uploads/${part(id)}/raw`),
  /** Runs in progress; one of them as a stream of events. */
  lives: (): string => at('/live'),
  live: (id: string): string => at(`/live/${part(id)}`),
  runs: (query: Query): string => at('/runs', query),
  run: (id: string): string => at(`/runs/${part(id)}`),
  runPoints: (id: string, query: Query): string => at(`/runs/${part(id)}/points`, query),
  /** Measurements between pairs and per rank. */
  matrices: (query: Query): string => at('/matrices', query),
  matrix: (query: Query, number: number, ending: string, theme: string): string =>
    at(`/matrices/${number}.${ending}`, { ...query, theme }),
  runMarks: (id: string): string => at(`/runs/${part(id)}/marks`),
  tags: (): string => at('/tags'),
  baselines: (): string => at('/baselines'),
  baseline: (name: string): string => at(`/baselines/${part(name)}`),
  runCsv: (id: string): string => at(`/runs/${part(id)}.csv`),
  series: (query: Query): string => at('/series', query),
  /** A view as a file, with the query of its page. */
  view: (view: string, ending: string, query: Query): string => at(`/${view}.${ending}`, query),
  /** Distribution of single iterations. */
  iterations: (query: Query): string => at('/iterations', query),
  facets: (query: Query): string => at('/facets', query),
  findings: (query: Query): string => at('/findings', query),
  rows: (within: readonly string[], query: Query): string => at('/rows', { in: within, ...query }),
  compare: (a: readonly string[], b: readonly string[], query: Query = {}): string =>
    at('/compare', { a, b, ...query }),
  scaling: (query: Query): string => at('/scaling', query),
  histories: (query: Query): string => at('/histories', query),
  history: (id: string, query: Query): string => at(`/histories/${part(id)}`, query),
  sql: (): string => at('/sql'),
  study: (): string => at('/study'),
  /** Page that compares runs or uploads with the study. */
  studyReport: (of: readonly string[]): string => at('/study/report', { of }),
  figures: (): string => at('/figures'),
  /** Only the gpucomm style has a dark version; a thumbnail is a small PNG. */
  figure: (
    name: string,
    extension: string,
    style: string,
    theme: 'light' | 'dark' = 'light',
    thumbnail = false,
  ): string =>
    at(`/figures/${part(name)}.${extension}`, {
      style,
      theme: theme === 'dark' && style === 'gpucomm' ? theme : null,
      thumbnail: thumbnail ? true : null,
    }),
};
