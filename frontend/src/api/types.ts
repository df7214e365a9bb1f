// Short names for the types that `npm run api` generates from the server's OpenAPI document.
import type { components, paths } from './generated';

type Schemas = components['schemas'];

export interface Listing<T> {
  total: number;
  items: T[];
}

/** One page of a list that grows with uploads. */
export interface PinnedListing<T> extends Listing<T> {
  data: Pinning;
}

export type Upload = Schemas['Upload'];
export type LineProblem = Schemas['UploadsLineProblem'];
export type LogLine = Schemas['LinesItem'];
export type LinePage = Schemas['LinesPage'];
export type FoundLines = Schemas['BlockFileFound'];
export type MappingDraft = Schemas['MappingDraft'];
/** An option and its title. */
export type Named = Schemas['MappingDraftNamed'];
/** An upload that newer parsers have re-imported. */
export type Usage = Schemas['Usage'];
export type AuditEntry = Schemas['AuditLogEntry'];
export type AlertList = Schemas['AlertsAlertList'];
export type Hardware = Schemas['Hardware'];
export type Profile = Hardware['items'][number];
export type ProfileForms = Schemas['HardwareForms'];
export type Reimport = Schemas['Reimport'];

/** A problem of a run as a whole. */
export type RunFlag = Schemas['RunFlag'];
export type Run = Schemas['Run'];
export type RunDetail = Schemas['RunDetail'];
export type RunMarks = Schemas['MarksRunMarks'];
export type TagList = Schemas['MarksTagList'];
export type BaselineList = Schemas['MarksBaselineList'];
export type Baseline = BaselineList['items'][number];
export type PointTable = Schemas['RunsPoints'];
/** Measurements between each pair of devices, and per rank. */
export type Matrices = Schemas['Matrices'];
export type Matrix = Matrices['items'][number];

/** A user's file drawn over a chart. */
export type Overlay = Schemas['Overlay'];

/** A run in progress, or its latest measurements. */
export type Live = Schemas['LiveRunLive'];
export type LiveAnswer = Schemas['LiveEnded'];
export type LiveRow = Live['rows'][number];

export type SeriesAnswer = Schemas['SeriesAnswer'];
export type Series = Schemas['SeriesCurve'];
/** The uploads that an answer covers. */
export type Pinning = SeriesAnswer['data'];
/** A property of curves and its display text. */
export type Property = Schemas['SeriesSaid'];
/** Which measurements share a curve. */
export type Combine = SeriesAnswer['combined'];
/** Distribution of single iterations, if tools recorded them. */
export type Iterations = Schemas['IterationsAnswer'];
export type Facets = Schemas['Facets'];
export type Metric = Facets['metrics'][number];
/** Fields with a count of measurements per value. */
export type FacetName = Exclude<keyof Facets, 'metrics'>;
type SeriesQuery = NonNullable<paths['/api/v1/series']['get']['parameters']['query']>;
/** Fields that measurements can be filtered by. */
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

/** Summary of a history: runs with the same identity and place. */
export type History = Schemas['HistorySummary'];
export type HistoryAnswer = Schemas['HistoryDetail'];

export type StudyClaim = Schemas['StudyItem'];

/** The rows of a query of SQL. */
export type SqlAnswer = Schemas['SqlAnswer'];
