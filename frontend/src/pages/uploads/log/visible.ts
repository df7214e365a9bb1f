// A line of a log as it can be shown: what would be invisible, or turn the reading direction round, is made visible.

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
