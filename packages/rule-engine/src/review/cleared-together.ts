import { certainMin, type JudgedSentence, ownClaimsMin } from './judge-sentence.ts';

/** Sentences before and behind that can lend it their meaning. */
const besideMax = 2;

/**
 * Clears the sentences that are reported for what stands beside them alone: where all of that is cleared, they are, too. The
 * heading of a list of what a mop does not do claims nothing by itself.
 */
export function clearedTogether(sentences: readonly JudgedSentence[]): JudgedSentence[] {
  return sentences.map((sentence, at) => {
    const { rule, because, isFound, unlawful, unlawfulAlone } = sentence;
    const saysSoItself = unlawfulAlone === null ? unlawful >= certainMin : unlawfulAlone >= ownClaimsMin;
    if (!rule || because !== null || isFound || saysSoItself) return sentence;
    const beside = sentences
      .slice(Math.max(0, at - besideMax), at + besideMax + 1)
      .filter((other) => other !== sentence && other.rule?.topic === rule.topic);
    const [first] = beside;
    if (!first || beside.some((other) => other.because === null)) return sentence;
    return { ...sentence, because: first.because };
  });
}
