// Names for what the HTTP interface answers. generated.ts has it from the server's own document: npm run api.
import type { components, paths } from './generated';

type Schemas = components['schemas'];

export interface Listing<T> {
  total: number;
  items: T[];
}

/** One page of something that grows with uploads. */
export interface PinnedListing<T> extends Listing<T> {
  data: Pinning;
}

export type Upload = Schemas['Upload'];
export type LineProblem = Schemas['UploadsLineProblem'];
export type LogLine = Schemas['LinesItem'];
export type LinePage = Schemas['LinesPage'];
export type FoundLines = Schemas['BlockFileFound'];
export type MappingDraft = Schemas['MappingDraft'];
/** Something to choose, and what people call it. */
export type Named = Schemas['MappingDraftNamed'];
/** An upload that newer parsers have read again. */
export type Usage = Schemas['Usage'];
export type AuditEntry = Schemas['AuditLogEntry'];
export type AlertList = Schemas['AlertsAlertList'];
export type Hardware = Schemas['Hardware'];
export type Profile = Hardware['items'][number];
export type ProfileForms = Schemas['HardwareForms'];
export type Reread = Schemas['Reread'];

/** What is wrong with a run as a whole. */
export type RunFlag = Schemas['RunFlag'];
export type Run = Schemas['Run'];
export type RunDetail = Schemas['RunDetail'];
export type RunMarks = Schemas['MarksRunMarks'];
export type TagList = Schemas['MarksTagList'];
export type BaselineList = Schemas['MarksBaselineList'];
export type Baseline = BaselineList['items'][number];
export type PointTable = Schemas['RunsPoints'];
/** What runs measured between each pair of devices, and at each rank. */
export type Matrices = Schemas['Matrices'];
export type Matrix = Matrices['items'][number];

/** A file that a chart draws over its own curves. */
export type Overlay = Schemas['Overlay'];

/** A run that is measured now, or what is new of it. */
export type Live = Schemas['LiveRunLive'];
export type LiveAnswer = Schemas['LiveEnded'];
export type LiveRow = Live['rows'][number];

export type SeriesAnswer = Schemas['SeriesAnswer'];
export type Series = Schemas['SeriesCurve'];
/** Which uploads an answer is over. */
export type Pinning = SeriesAnswer['data'];
/** One thing that is said of curves, and how people read it. */
export type Said = Schemas['SeriesSaid'];
/** Which measurements share a curve. */
export type Combine = SeriesAnswer['combined'];
/** How single iterations spread, where tools counted them. */
export type Iterations = Schemas['IterationsAnswer'];
export type Facets = Schemas['Facets'];
export type Metric = Facets['metrics'][number];
/** What measurements are counted by. */
export type FacetName = Exclude<keyof Facets, 'metrics'>;
type SeriesQuery = NonNullable<paths['/api/v1/series']['get']['parameters']['query']>;
/** What measurements can be chosen by. */
export type FilterName = Exclude<
  keyof SeriesQuery,
  'x' | 'metric' | 'aggregate' | 'combine' | 'limit' | 'until' | 'from' | 'to'
>;

export type FigureInfo = Schemas['FigureInfo'];
export type Figure = Schemas['FigureJson'];
export type FigurePanel = Schemas['FigurePanelJson'];

export type Overview = Schemas['Overview'];
export type Session = Schemas['Session'];

export type Findings = Schemas['FindingsAnswer'];
export type Finding = Schemas['FindingsItem'];
export type Severity = Finding['severity'];

export type Comparison = Schemas['CompareAnswer'];
export type ComparedSide = Schemas['CompareSide'];
export type ComparedPlace = Schemas['CompareItem'];
export type ComparedValues = Schemas['CompareValues'];
export type Verdict = ComparedPlace['verdict'];

export type ScalingAnswer = Schemas['ScalingAnswer'];
export type ScalingCurve = Schemas['ScalingItem'];
export type ScalingPoint = Schemas['ScalingMeasured'];
export type Forecast = Schemas['ScalingContinued'];

/** A history in a line: runs of one identity and place. */
export type History = Schemas['HistorySummary'];
export type HistoryAnswer = Schemas['HistoryDetail'];

export type StudyClaim = Schemas['StudyItem'];

/** The rows of a query of SQL. */
export type SqlAnswer = Schemas['SqlAnswer'];
