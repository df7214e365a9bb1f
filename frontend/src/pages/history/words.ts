// Sentences about a history and its changes.

import type { History } from '../../api/types';
import { bytes } from '../../format/bytes';
import { counted } from '../../format/numbers';

/** `5.1 % slower`, `2.1 times as fast`: the same number in both directions. @param effect time after over before, less one */
export function changed(effect: number): string {
  const ratio = effect > 0 ? 1 + effect : 1 / (1 + effect);
  if (ratio >= 1.5) return effect > 0 ? `takes ${factor(ratio)} times as long` : `${factor(ratio)} times as fast`;
  return `${(100 * (ratio - 1)).toFixed(1)} % ${effect > 0 ? 'slower' : 'faster'}`;
}

function factor(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(1) : ratio.toFixed(0);
}

/** The sizes of a change: `at all sizes`, `from 1 MiB up`. */
export function where(sizes: readonly number[], all: readonly number[]): string {
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  if (all.length < 2 || least < 0) return '';
  if (sizes.length === all.length) return 'at all sizes';
  const between = all.filter((size) => size >= least && size <= most).length;
  const some = between === sizes.length ? '' : `at ${sizes.length} of ${between} sizes `;
  if (least === most) return `at ${bytes(least)}`;
  if (most === all.at(-1)) return `${some}from ${bytes(least)} up`;
  return least === all[0] ? `${some}up to ${bytes(most)}` : `${some}between ${bytes(least)} and ${bytes(most)}`;
}

/** Where and how a history was measured, one entry per known fact. */
function parts(history: History): string[] {
  return [
    history.hardware,
    history.place,
    history.datatype,
    history.transport,
    history.timing,
    ...history.settings.split(';'),
    ...history.environment.split(';'),
  ].filter((part) => part !== '');
}

export function circumstances(history: History): string {
  return parts(history).join(' · ');
}

/** The facts that all histories share, and those that distinguish each of them, the rarest first. */
export function distinguish(histories: readonly History[]): { common: string; own: string[] } {
  const all = histories.map(parts);
  const common = (all[0] ?? []).filter((part) => all.every((each) => each.includes(part)));
  const shared = (part: string): number => all.filter((each) => each.includes(part)).length;
  return {
    common: common.join(' · '),
    own: all.map((each) =>
      each
        .filter((part) => !common.includes(part))
        .sort((a, b) => shared(a) - shared(b))
        .join(' · '),
    ),
  };
}

/** Whether a history needs more runs before a change could be found. */
export function tooFewRuns({ change, trend, missing }: History): boolean {
  return change === null && trend === null && missing !== null && missing > 0;
}

export function gpus({ ranks, nodes }: History): string {
  return `${counted(ranks, 'GPU')}${nodes > 0 ? ` on ${counted(nodes, 'node')}` : ''}`;
}

/** Histories with a change, the latest first, then the others in their order. */
export function changedFirst(histories: readonly History[]): History[] {
  const when = ({ change, trend, lastRun }: History): string => change?.at ?? (trend === null ? '' : lastRun);
  return histories.toSorted((a, b) => when(b).localeCompare(when(a)));
}

/** In the order of a column, largest or latest first with - in front; by default the changed ones first. */
export function sortedBy(histories: readonly History[], sort: string | null): History[] {
  const name = sort?.replace('-', '') ?? 'change';
  const sign = sort?.startsWith('-') === false ? 1 : -1;
  if (name === 'change') return sign < 0 ? changedFirst(histories) : changedFirst(histories).reverse();
  const order = (a: History, b: History): number => {
    if (name === 'gpus') return a.ranks - b.ranks;
    if (name === 'runs') return (a.comparable ?? 0) - (b.comparable ?? 0);
    if (name === 'lastRun') return a.lastRun.localeCompare(b.lastRun);
    return a.title.localeCompare(b.title);
  };
  return histories.toSorted((a, b) => sign * order(a, b));
}
