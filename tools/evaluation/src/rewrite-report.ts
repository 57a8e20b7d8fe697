import type { Strategy } from '@redline/rule-engine/rewrite';
import { formatShare, shareWhere } from '@redline/training/share';
import { goodRewrites, isGoodRewrite, keptMin, type MeasuredRewrite } from './rewrite-measures.ts';

/** Writes the measures of one strategy as lines for a terminal, then each rewrite that is not good, by id. */
export function rewriteReport(strategy: Strategy, rewrites: readonly MeasuredRewrite[]): string[] {
  const share = (holds: (rewrite: MeasuredRewrite) => boolean): string =>
    formatShare(shareWhere(rewrites, holds));
  return [
    `${strategy}: as they should be     ${formatShare(goodRewrites(rewrites))}`,
    `  no violation left            ${share(({ isClean }) => isClean)}`,
    `  80 % of the rest kept        ${share(({ kept }) => kept >= keptMin)}`,
    `  numbers and links kept       ${share(({ lostFacts }) => lostFacts.length === 0)}`,
    ...rewrites
      .filter((rewrite) => !isGoodRewrite(rewrite))
      .map(({ id, isClean, kept, lostFacts }) => {
        const lost = lostFacts.length > 0 ? `, lost ${lostFacts.length}` : '';
        return `  ${id}: ${isClean ? '' : 'not clean, '}kept ${kept.toFixed(2)}${lost}`;
      }),
  ];
}
