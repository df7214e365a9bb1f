// Makes the invisible characters and direction marks in a line of a log visible.

/** Control characters as their pictures (␛), direction marks and other invisible ones by their code; tabs stay. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\t') return '    ';
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return '␡';
    return `⟨${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

/** Splits a line into the parts that match a text, ignoring case, and those between them. */
export function parts(line: string, wanted: string): { text: string; found: boolean }[] {
  if (wanted === '') return [{ text: visible(line), found: false }];
  const pattern = new RegExp(wanted.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi');
  const all: { text: string; found: boolean }[] = [];
  let end = 0;
  for (const match of line.matchAll(pattern)) {
    if (match.index > end) all.push({ text: visible(line.slice(end, match.index)), found: false });
    all.push({ text: visible(match[0]), found: true });
    end = match.index + match[0].length;
  }
  if (end < line.length || all.length === 0) all.push({ text: visible(line.slice(end)), found: false });
  return all;
}
