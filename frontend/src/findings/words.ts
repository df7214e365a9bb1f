// How findings are counted and which of them come first.

import type { Finding, Findings, Severity } from '../api/types';
import { count, counted } from '../format/numbers';
import { quantity } from '../format/quantity';
import * as words from '../format/words';

export const SEVERITIES: Record<Severity, { mark: string; text: string; many: string }> = {
  wrong: { mark: '✕', text: 'wrong', many: 'wrong' },
  warning: { mark: '!', text: 'warning', many: 'warnings' },
  notice: { mark: 'i', text: 'notice', many: 'notices' },
};

/** Good to know, and many: shown when asked for, or when there is little else. */
const BACKGROUND = ['fit', 'scaling'];
const LITTLE = 6;

/** What is shown at once, and what when asked for. */
export function parted(items: readonly Finding[]): { first: Finding[]; rest: Finding[] } {
  let room = LITTLE - items.filter((finding) => !BACKGROUND.includes(finding.rule)).length;
  const first: Finding[] = [];
  const rest: Finding[] = [];
  for (const finding of items) (!BACKGROUND.includes(finding.rule) || room-- > 0 ? first : rest).push(finding);
  return { first, rest };
}

/** `1 wrong, 2 warnings and 3 notices, from 48 measurements`. */
export function summaryOf({ items, measurements }: Findings): string {
  const parts = (Object.keys(SEVERITIES) as Severity[]).flatMap((severity) => {
    const found = items.filter((finding) => finding.severity === severity).length;
    const { text, many } = SEVERITIES[severity];
    return found === 0 ? [] : [`${found} ${found === 1 ? text : many}`];
  });
  return `${words.list(parts)}, from ${counted(measurements, 'measurement')}`;
}

/** A number of a finding with its unit. */
export function numberText({ value, unit }: { value: number; unit: string }): string {
  switch (unit) {
    case 'GB/s':
    case 'µs':
    case '%':
    case 'bytes':
      return quantity(value, unit);
    case 'ranks':
      return quantity(value, 'GPUs');
    case '×':
      return quantity(value, '');
    default:
      return Number.isInteger(value) ? `${count(value)}${unit}` : `${Number(value.toPrecision(4))} ${unit}`.trim();
  }
}

/** `lead_before` → `lead before`. */
export const numberName = (name: string): string => name.replaceAll('_', ' ');
