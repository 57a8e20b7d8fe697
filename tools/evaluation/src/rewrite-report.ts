import type { Strategy } from '@redline/rule-engine/rewrite';
import { formatShare } from '@redline/training/share';
import { type MeasuredRewrite, sharesOf } from './rewrite-measures.ts';

/** Writes the measures of one strategy as lines for a terminal, then each rewrite that is refused or lost something, by id. */
export function rewriteReport(strategy: Strategy, rewrites: readonly MeasuredRewrite[]): string[] {
  const { accepted, sentencesKept, factsKept } = sharesOf(rewrites);
  const analyses = rewrites.map((one) => one.analyses).toSorted((a, b) => a - b);
  return [
    `${strategy}: accepted               ${formatShare(accepted)}`,
    `  lawful sentences kept        ${formatShare(sentencesKept)}`,
    `  their numbers and links kept ${formatShare(factsKept)}`,
    `  analyses, median and most    ${analyses[Math.floor(analyses.length / 2)] ?? 0}, ${analyses.at(-1) ?? 0}`,
    ...rewrites
      .filter(({ refusal, lost }) => refusal !== null || lost.length > 0)
      .map(({ id, refusal, lost, lawful }) => {
        const why = refusal === null ? '' : `${refusal}, `;
        return `  ${id}: ${why}lost ${lost.length} of ${lawful.length}`;
      }),
  ];
}
