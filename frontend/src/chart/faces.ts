// A chart as a file. The server draws all pictures, so that they look alike wherever they were asked for.

import { postForFile } from '../api/http';
import { paths } from '../api/paths';
import type { ChartModel, Zoom } from './model';
import { hiddenText, zoomText } from './view';

/** Endings of files, and what is in them. */
export const FACES = [
  ['png', 'A picture of 2400 pixels'],
  ['svg', 'A picture of lines, for pages'],
  ['pdf', 'A picture of lines, for papers'],
  ['csv', 'Every point in full, one a line'],
  ['json', 'Every point in full'],
] as const;

export type Ending = (typeof FACES)[number][0];
export type Theme = 'light' | 'dark';

/** Where the server has a view as a file with an ending. */
export type Face = (ending: string, theme: Theme) => string;

export interface Drawing {
  chart: ChartModel;
  notes: readonly string[];
  hidden: ReadonlySet<string>;
  zoom: Zoom | null;
  theme: Theme;
}

/** Has the server draw a chart that this page has computed, and hands the file to the browser's downloads. */
export async function drawn(ending: Ending, { chart, notes, hidden, zoom, theme }: Drawing): Promise<void> {
  const query = { hide: hiddenText(hidden), zoom: zoomText(zoom), theme };
  const { name, file } = await postForFile(paths.view('views', ending, query), {
    name: `${chart.title} ${chart.basis}`,
    title: chart.title,
    basis: chart.basis,
    address: location.href,
    notes,
    x: axisOf(chart.x),
    y: axisOf(chart.y),
    curves: chart.curves.map(({ id, label, ink, dashed, key, runs, flags, points, continues }) => ({
      id,
      label,
      ink,
      dashed,
      key,
      runs,
      flags,
      points,
      measured: continues !== true,
    })),
    marks: chart.marks ?? [],
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function axisOf({ label, unit, scale, include }: ChartModel['x']): object {
  return { label, unit, scale, include: include ?? null };
}
