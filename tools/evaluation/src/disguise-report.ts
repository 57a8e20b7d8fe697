import { formatShare } from '@redline/training/share';
import type { DisguiseMeasure, LawfulMeasure } from './disguise-measures.ts';

/** Writes both measures as lines for a terminal. */
export function disguiseReport(disguises: readonly DisguiseMeasure[], lawful: LawfulMeasure): string[] {
  return [
    'found again, and the fold named',
    ...disguises.map(
      ({ name, found, named }) =>
        `  ${name.padEnd(20)} ${formatShare(found).padEnd(34)} ${named.count}/${named.total}`,
    ),
    `lawful copy flagged: ${lawful.flagged} of ${lawful.items}; by nothing but a fold:`,
    ...(lawful.flaggedByFold.size === 0 ? ['  none'] : []),
    ...[...lawful.flaggedByFold].map(([fold, count]) => `  ${fold.padEnd(20)} ${count}`),
  ];
}
