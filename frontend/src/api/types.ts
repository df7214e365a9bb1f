// The answers of the HTTP interface, as docs/api.md states them.

export interface Listing<T> {
  total: number;
  items: T[];
}

export type UploadState = 'importing' | 'ready' | 'failed' | 'needs_mapping';

export interface Upload {
  id: string;
  url: string;
  filename: string;
  bytes: number;
  sha256: string;
  storedAt: string;
  state: UploadState;
  message: string | null;
  format: string | null;
  formatDescription: string | null;
  lines: number | null;
  rowLines: number | null;
  notes: number | null;
  problems: number | null;
  /** What is wrong with the file as a whole; no line. */
  fileProblems: number;
  rows: number | null;
  runs: number | null;
  runIds: string[];
  summary: string | null;
  bundled: boolean;
}

/** A line of an upload that could not be used. */
export interface LineProblem {
  line: number;
  reason: string;
  text: string;
  /** The member of an archive; null where the upload is the log itself. */
  source: string | null;
  /** Among all lines of the upload; 0 = the file as a whole. */
  position: number;
  run: string | null;
}

/** A line of an upload's log, and what became of it. */
export interface LogLine {
  /** Among all lines of the upload. */
  position: number;
  /** In its file: the same, but for members of archives. */
  line: number;
  source: string | null;
  became: 'row' | 'note' | 'problem';
  reason: string | null;
  run: string | null;
  /** Measurements that it gave. */
  rows: number;
  facts: string[];
  text: string;
  cut: boolean;
}

export interface LinePage {
  /** How many lines the filter leaves, and how many there are. */
  total: number;
  lines: number;
  /** Number of the first item among `total`, from 1. */
  from: number;
  items: LogLine[];
}

export interface MappedColumn {
  header: string;
  meaning: string;
  unit: string | null;
  label: string | null;
  certainty: 'certain' | 'likely' | 'unknown';
}

/** Something to choose, and what people call it. */
export interface Named {
  id: string;
  title: string;
}

/** What the columns of a table mean, or seem to, with what can be chosen. */
export interface AskedMapping {
  certain: boolean;
  doubts: string[];
  separator: string;
  decimalComma: boolean;
  columns: MappedColumn[];
  operation: string | null;
  rows: string[][];
  meanings: { id: string; title: string; units: Named[] }[];
  operations: Named[];
}

export interface ReadingCounts {
  parsers: string;
  state: UploadState;
  format: string | null;
  lines: number;
  rows: number;
  problems: number;
  runs: number;
}

/** An upload that newer parsers have read again. */
export interface Reread {
  upload: string;
  url: string;
  filename: string;
  state: UploadState;
  message: string | null;
  before: ReadingCounts;
  after: ReadingCounts;
  changedRows: number | null;
  changed: boolean;
  summary: string;
  endedAt: string | null;
}

/** What is wrong with a run as a whole. */
export interface RunFlag {
  id: string;
  title: string;
  detail: string;
}

export interface Run {
  id: string;
  url: string;
  upload: string;
  filename: string;
  section: number;
  source: string | null;
  tool: string;
  toolVersion: string | null;
  library: string | null;
  libraryVersion: string | null;
  operations: string[];
  variants: string[];
  placements: string[];
  instanceType: string | null;
  gpu: string | null;
  nodes: number[];
  ranks: number[];
  minBytes: number | null;
  maxBytes: number | null;
  points: number;
  problems: number;
  wrong: number;
  startedAt: string | null;
  storedAt: string;
  bundled: boolean;
  maxBusbw: number | null;
  maxAlgbw: number | null;
  minTime: number | null;
  flags: RunFlag[];
}

export interface RunDetail extends Run {
  fingerprint: { name: string; value: string }[];
  series: { operation: string; variant: string; placement: string; ranks: number | null; points: number }[];
}

export interface PointTable {
  total: number;
  columns: string[];
  rows: (string | number | null)[][];
}

export type Metric = 'busbw' | 'algbw' | 'time' | 'speedup' | 'efficiency';

export interface AxisText {
  name: string;
  label: string;
  unit: string | null;
}

export interface SeriesPoint {
  x: number;
  /** The one measurement that there is, else the median of `n`; a mean over sizes where that was asked for. */
  y: number;
  n: number;
  min: number;
  /** The lower quartile, as `high` is the upper one. */
  low: number;
  high: number;
  max: number;
  /** Wrong elements found; null where nothing was checked. */
  wrong: number | null;
  /** Positions in the curve's runs of those behind it; null for all of them. */
  runs: number[] | null;
}

/** One thing that is said of curves, and how people read it. */
export interface Said {
  name: string;
  value: string | number;
  title: string;
}

export interface Series {
  id: string;
  label: string;
  key: Record<string, string | number | null>;
  /** What the label is made of. */
  differs: Said[];
  runs: string[];
  /** Those of the runs with which something is wrong. */
  flagged: { run: string; flags: RunFlag[] }[];
  /** Whether its rows are those of single ranks: a point is the median over them. */
  byRank: boolean;
  points: SeriesPoint[];
}

/** Which measurements share a curve. */
export type Combine = 'runs' | 'repetitions' | 'versions' | 'places';

/** What choosing one value of a dimension leaves. */
export interface Fix {
  dimension: FilterName;
  values: { value: string | number; title: string; curves: number }[];
}

export interface SeriesAnswer {
  x: AxisText;
  y: AxisText;
  combined: Combine;
  aggregation: string;
  /** Which uploads it is over, by their sequence numbers; `newer` runs would change it. */
  data: { until: number; pinned: boolean; latest: number; newer: number };
  common: Said[];
  differs: string[];
  matching: { curves: number; runs: number; measurements: number; readable: number };
  fix: Fix[];
  warnings: string[];
  series: Series[];
  truncated: boolean;
}

export interface FacetValue {
  value: string | number;
  count: number;
}

/** What measurements are counted by. */
export type FacetName =
  | 'operation'
  | 'library'
  | 'variant'
  | 'placement'
  | 'ranks'
  | 'nodes'
  | 'bytes'
  | 'problem'
  | 'instanceType'
  | 'gpu'
  | 'datatype'
  | 'redop'
  | 'root'
  | 'tool'
  | 'libraryVersion'
  | 'toolVersion'
  | 'settings';

/** What measurements can be chosen by. */
export type FilterName = FacetName | 'place' | 'transport' | 'environment' | 'timing' | 'layout' | 'links' | 'run';

export type Facets = Record<FacetName, FacetValue[]> & { metrics: Metric[] };

export interface FigureInfo {
  name: string;
  title: string;
  description: string;
  source: string;
  aggregation: string;
  styles: string[];
  study: boolean;
}

export interface FigureAxis {
  label: string;
  scale: 'linear' | 'log2' | 'log10' | 'category';
}

export interface FigurePanel {
  title: string;
  kind: 'line' | 'bar';
  x: FigureAxis;
  y: FigureAxis;
  series: { name: string; color: string; dashed: boolean; points: { x: number | string; y: number }[] }[];
  references: { label: string; y: number }[];
}

export interface Figure {
  name: string;
  title: string;
  style: string;
  aggregation: string;
  source: string;
  panels: FigurePanel[];
}

export interface Overview {
  version: string;
  uploads: number;
  runs: number;
  points: number;
  problems: number;
  importing: number;
  libraries: FacetValue[];
  operations: FacetValue[];
  figures: FigureInfo[];
  latestRuns: Run[];
}

export interface Session {
  tokenRequired: boolean;
}

export type Severity = 'wrong' | 'warning' | 'notice';
export type Confidence = 'certain' | 'likely' | 'ambiguous';

export interface Finding {
  rule: string;
  severity: Severity;
  confidence: Confidence;
  sentence: string;
  numbers: { name: string; value: number; unit: string }[];
  rows: { run: string; ordinal: number; source: string; line: number }[];
  rowCount: number;
  /** A command whose result would settle what is open. */
  next: string | null;
  marks: { axis: string; from: number; to: number; label: string }[];
  /** Of the page that shows exactly its rows. */
  url: string | null;
}

export interface Findings {
  runs: number;
  measurements: number;
  items: Finding[];
}

export type Verdict = 'faster' | 'slower' | 'same' | 'ambiguous';

export interface ComparedValues {
  time: number;
  algbw: number | null;
  busbw: number | null;
  repetitions: number;
}

export interface ComparedPlace {
  operation: string;
  title: string;
  library: string;
  variant: string;
  placement: string | null;
  problem: string;
  datatype: string;
  ranks: number | null;
  bytes: number | null;
  a: ComparedValues;
  b: ComparedValues;
  /** Time of B over that of A, less one, with its interval. */
  effect: number;
  low: number;
  high: number;
  pValue: number;
  /** Whether the noise was measured here; else it was assumed. */
  repeated: boolean;
  verdict: Verdict;
  url: string;
}

export interface FingerprintDifference {
  name: string;
  a: string[];
  b: string[];
}

export interface ComparedSide {
  title: string;
  runs: { id: string; upload: string; filename: string }[];
  measurements: number;
}

export interface Comparison {
  headline: string;
  a: ComparedSide;
  b: ComparedSide;
  /** Whether the noise was measured at every place; else it was assumed somewhere. */
  repeated: boolean;
  indifferent: number;
  onlyInA: number;
  onlyInB: number;
  places: ComparedPlace[];
  differences: FingerprintDifference[];
}

export interface ScalingPoint {
  ranks: number;
  /** 0 where it is not known. */
  nodes: number;
  time: number;
  algbw: number | null;
  busbw: number | null;
  efficiency: number | null;
  n: number;
  /** Whether the tool checked the data. */
  checked: boolean;
}

export interface Forecast {
  law: string;
  /** Root mean square of what was missed of the measured counts, as a share; null where none was tried. */
  backtest: number | null;
  refusal: string | null;
  points: { ranks: number; time: number; low: number; high: number; factor: number | null }[];
}

export interface ScalingCurve {
  /** The same for all message sizes of one stack. */
  series: string;
  title: string;
  operation: string;
  library: string;
  variant: string;
  placement: string | null;
  tool: string;
  toolVersion: string;
  /** The kind of instance, else the GPU; empty where neither is known, as the other texts. */
  hardware: string;
  libraryVersion: string;
  datatype: string;
  settings: string;
  environment: string;
  transport: string;
  timing: string;
  place: string;
  bytes: number | null;
  points: ScalingPoint[];
  /** Null unless it was asked for. */
  forecast: Forecast | null;
  /** How many runs are behind it, and the ids of the first of them. */
  runCount: number;
  runs: string[];
}

export interface ScalingAnswer {
  measurements: number;
  /** Share of points that the intervals of forecasts hold. */
  level: number;
  curves: ScalingCurve[];
  truncated: boolean;
  /** Runs that do not agree and are on no curve, in sentences. */
  apart: string[];
}

/** A history in a line: runs of one identity and place. */
export interface History {
  id: string;
  title: string;
  operation: string;
  library: string;
  variant: string;
  tool: string;
  /** The kind of instance, else the GPU; empty where neither is known, as the other texts. */
  hardware: string;
  place: string;
  ranks: number;
  /** 0 where it is not known. */
  nodes: number;
  datatype: string;
  settings: string;
  environment: string;
  transport: string;
  timing: string;
  /** Runs that have the sizes that were compared. */
  comparable: number;
  firstRun: string;
  lastRun: string;
  /** How many more runs it takes until a change could be shown. */
  missing: number;
  /** The last change; null where none was shown. */
  change: { at: string; effect: number; sizes: number[]; pValue: number } | null;
}

export interface HistoryAnswer {
  history: History;
  sizes: number[];
  runs: { id: string; at: string; filename: string; dated: boolean; libraryVersion: string; times: number[] }[];
  changes: {
    before: string;
    after: string;
    effect: number;
    /** That changed, bytes. */
    sizes: number[];
    pValue: number;
    differs: FingerprintDifference[];
    url: string;
  }[];
  leftOut: string[];
}

export interface StudyClaim {
  number: string;
  claim: string;
  ruling: 'supported' | 'partly' | 'not';
  title: string;
  points: string[];
  rowCount: number;
  url: string;
}
