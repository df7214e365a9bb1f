// Exports of a chart: Markdown for an issue or a chat, a frame, and one file that needs no server.

import { tableOf } from '../chart/table';
import type { ChartModel, Zoom } from '../chart/model';
import { exactly, quantity } from '../format/quantity';
import { moment } from '../format/moments';

export interface Shared {
  chart: ChartModel;
  /** The most important finding; empty if the page has none. */
  headline: string;
  /** Full addresses of the view and of its picture. */
  link: string;
  picture: string;
}

/** A picture that links to the view, with its headline and basis. */
export function markdownOf({ chart, headline, link, picture }: Shared): string {
  const title = escaped(chart.title);
  return [
    `[![${title}](${picture})](${link})`,
    headline === '' ? `**${title}**` : `**${escaped(headline)}**`,
    `${headline === '' ? '' : `${title}. `}${escaped(chart.basis)} · [open in gpucomm](${link})`,
  ].join('\n\n');
}

/** The view in a frame of HTML. @param address of the chart alone */
export function frameOf({ chart }: Shared, address: string): string {
  return `<iframe src="${html(address)}" title="${html(chart.title)}" width="100%" height="720" frameborder="0"></iframe>`;
}

/** A badge with an upload's highest value that links to it, for a README. */
export function badgeOf(link: string, picture: string): string {
  return `[![gpucomm](${picture})](${link})`;
}

/** Escapes Markdown; a newline would end a paragraph. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

/**
 * One HTML file with the picture and every number in it: no script, nothing to load.
 *
 * @param svg the picture, as the server draws it
 * @param today ISO 8601
 */
export function pageOf(
  { chart, headline, link }: Shared,
  svg: string,
  hidden: ReadonlySet<string>,
  zoom: Zoom | null,
  today: string,
): string {
  const { curves, rows, full } = tableOf(chart, hidden, zoom?.x ?? null);
  const heads = curves.map(({ label, flags }) => `<th scope="col">${html([label, ...flags].join(' ⚑ '))}</th>`);
  const lines = rows.map(
    ({ x, cells }) =>
      `<tr><th scope="row" title="${html(exactly(x, chart.x.unit))}">${html(quantity(x, chart.x.unit))}</th>${cells
        .map((point) => `<td>${point === null ? '–' : html(full(point)).replaceAll('\n', '<br>')}</td>`)
        .join('')}</tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(chart.title)}</title>
<style>
body { font: 14px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff; max-width: 1200px; margin: 24px auto; padding: 0 16px }
svg { width: 100%; height: auto }
div { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px }
th, td { padding: 4px 10px; border-bottom: 1px solid #e3e7eb; text-align: right; vertical-align: top }
p { color: #59636e }
</style>
</head>
<body>
<h1>${html(headline === '' ? chart.title : headline)}</h1>
<p>${html(chart.title)}. ${html(chart.basis)}</p>
${svg.slice(Math.max(0, svg.indexOf('<svg')))}
<div><table>
<thead><tr><th scope="col">${html(chart.x.label)}</th>${heads.join('')}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table></div>
<p>Made by gpucomm on ${html(moment(today))} of <a href="${html(link)}">${html(link)}</a></p>
</body>
</html>
`;
}

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
