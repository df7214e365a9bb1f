// The properties that all curves share, shortened for the line above the chart.

/** Maximum length of one part in characters; lists of settings are longer. */
const LONG = 70;

/** Shortens long lists after their first entries: `A=1, B=2 and 13 more`. Entries are never split. */
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
