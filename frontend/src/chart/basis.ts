// What all curves share, short enough to stand above the chart.

/** So many letters of one part are read at a glance; a list of settings has more. */
const LONG = 70;

/** The same with long lists cut after their first entries: `A=1, B=2 and 13 more`. Nothing is cut in the middle of an entry. */
export function foldedBasis(basis: string): string {
  return basis.split(' · ').map(folded).join(' · ');
}

function folded(part: string): string {
  const entries = part.split(', ');
  if (part.length <= LONG || entries.length < 4) return part;
  const shown: string[] = [];
  let length = 0;
  for (const entry of entries) {
    length += entry.length + 2;
    if (shown.length > 0 && length > LONG) break;
    shown.push(entry);
  }
  return `${shown.join(', ')} and ${entries.length - shown.length} more`;
}
