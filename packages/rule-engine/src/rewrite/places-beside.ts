import type { Analysis } from '../evaluate/analyze.ts';
import type { Candidate } from '../judge/candidate.ts';
import { type Span, spanOfWords } from '../judge/spans.ts';

/**
 * Probability that a sentence is unlawful, in its text and by itself, from which on it goes with its neighbour. It is less
 * than what is reported: what stands beside a risk often tells the rest of it.
 */
const besideMin = { inText: 0.3, alone: 0.3 } as const;

/** Lists the sentences that stand beside a risk and probably are one, though not surely enough to be reported. */
export function placesBeside({ scanned, judged }: Analysis, risks: readonly Candidate[]): readonly Span[] {
  if (!judged) return [];
  const { structure } = scanned;
  const { read } = judged;
  const places = structure.sentences.map(({ first, last }) => spanOfWords(structure, first, last));
  const isAtRisk = places.map(({ start, end }) =>
    risks.some(({ span }) => span.start < end && start < span.end),
  );
  return places.filter(
    (_, at) =>
      !isAtRisk[at] &&
      (isAtRisk[at - 1] || isAtRisk[at + 1]) &&
      (read.sentences[at]?.unlawful ?? 0) >= besideMin.inText &&
      (read.alone(at)?.unlawful ?? 0) >= besideMin.alone,
  );
}
