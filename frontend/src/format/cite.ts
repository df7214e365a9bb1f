// Citations of a chart and of the sources of its data.

/** Bundled publications, and the pattern that recognises charts of them. */
const MEASURED_BY = [
  {
    known: /\bEFA study\b|crazyguitar\/aws-gpu-communication-benchmark/i,
    key: 'crazyguitar2025aws',
    title: 'aws-gpu-communication-benchmark',
    month: 'oct',
  },
  { known: /libefaxx/i, key: 'crazyguitar2025libefaxx', title: 'Libefaxx', month: 'dec' },
] as const;

const AUTHOR = 'crazyguitar';

/** @param shown text of a chart that names the sources of its data */
export function sourcesOf(shown: string): string[] {
  return MEASURED_BY.filter(({ known }) => known.test(shown)).map(({ key, title, month }) =>
    [
      `@misc{${key},`,
      `  author = {{${AUTHOR}}},`,
      `  title = {${title}},`,
      `  year = {2025},`,
      `  month = ${month},`,
      `  howpublished = {\\url{https://github.com/${AUTHOR}/${title}}},`,
      '}',
    ].join('\n'),
  );
}

/** A key that is distinct per chart. */
function keyOf(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return ['gpucomm', ...words.slice(0, 4)].join('_');
}

/** @param today ISO 8601 */
export function bibtexOf(title: string, note: string, address: string, today: string): string {
  return [
    `@misc{${keyOf(title)},`,
    `  title = {${title.replaceAll(/[{}]/g, '')}},`,
    `  note = {${note.replaceAll(/[{}]/g, '')}; drawn by gpucomm},`,
    `  year = {${today.slice(0, 4)}},`,
    `  howpublished = {\\url{${address}}},`,
    '}',
  ].join('\n');
}
