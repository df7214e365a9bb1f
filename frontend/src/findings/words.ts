// How findings are counted and named.

import type { Finding, Findings, Severity } from '../api/types';
import { count, counted } from '../format/numbers';
import { quantity } from '../format/quantity';
import * as words from '../format/words';

/** Names of the confidence levels. */
export const CONFIDENCES: Record<Finding['confidence'], string> = {
  certain: 'high',
  likely: 'medium',
  ambiguous: 'low',
};

export const SEVERITIES: Record<Severity, { mark: string; text: string; many: string }> = {
  wrong: { mark: '✕', text: 'wrong', many: 'wrong' },
  warning: { mark: '!', text: 'warning', many: 'warnings' },
  notice: { mark: 'i', text: 'notice', many: 'notices' },
};

/** Consequences that make the numbers unusable or unreliable. */
export const GRAVE: readonly string[] = ['failed', 'wrong', 'sockets', 'straggler'];

/** `2 more: validity, fit`: the button for more findings, by rule. */
export function moreText(items: readonly Finding[]): string {
  return `${items.length} more: ${[...new Set(items.map((finding) => finding.rule))].join(', ')}`;
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

/** Whether a finding names hardware without known limits. */
export const lacksProfile = ({ rule, next }: Finding): boolean => rule === 'hardware' && next !== null;

/** A headline at its first full stop: what is read at a glance, and the rest. */
export function atFirstStop(sentence: string): [string, string] {
  const stop = sentence.search(/\. (?=[A-Z0-9])/);
  return stop < 0 ? [sentence, ''] : [sentence.slice(0, stop + 1), sentence.slice(stop + 2)];
}

/** Text with the addresses in it, which stand in angle brackets. */
export function withAddresses(text: string): { text: string; address: string | null }[] {
  return text
    .split(/(<https:\/\/[^<> ]+>)/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('<https://') ? { text: 'source', address: part.slice(1, -1) } : { text: part, address: null },
    );
}
