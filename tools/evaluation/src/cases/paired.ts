import { isFlagged, type JudgedCase, judgedSpans } from './case-measures.ts';

/** How often one engine is right where the other is wrong. */
export interface Paired {
  readonly wins: number;
  readonly losses: number;
  /** McNemar's exact test, two-sided: how likely so uneven a count is when neither is better. */
  readonly p: number;
}

/** The engine of this checkout beside that of another commit, on the same cases. */
export interface PairedMeasures {
  readonly violating: Paired;
  readonly lawful: Paired;
  readonly spans: Paired;
}

/** Compares two engines case by case. The lists are of the same cases in the same order. */
export function pairCases(current: readonly JudgedCase[], base: readonly JudgedCase[]): PairedMeasures {
  const both = current.flatMap((one, at) => {
    const other = base[at];
    return other ? [{ one, other }] : [];
  });
  const ofKind = (isLawful: boolean) => both.filter(({ one }) => one.one.lawful === isLawful);
  return {
    violating: pairedOf(ofKind(false).map(({ one, other }) => [isFlagged(one), isFlagged(other)])),
    lawful: pairedOf(ofKind(true).map(({ one, other }) => [!isFlagged(one), !isFlagged(other)])),
    spans: pairedOf(
      both.flatMap(({ one, other }) => {
        const others = judgedSpans(other);
        return judgedSpans(one).map((span, at): [boolean, boolean] => [
          span.isTouched,
          others[at]?.isTouched ?? false,
        ]);
      }),
    ),
  };
}

/** Counts pairs of which one side is right: ours first, the base's second. */
export function pairedOf(pairs: readonly (readonly [boolean, boolean])[]): Paired {
  const wins = pairs.filter(([ours, base]) => ours && !base).length;
  const losses = pairs.filter(([ours, base]) => !ours && base).length;
  return { wins, losses, p: exactP(wins, losses) };
}

/** Returns the two-sided probability that of fair coins so few or fewer fall on the rarer side. */
function exactP(wins: number, losses: number): number {
  const total = wins + losses;
  let sum = 0;
  // In logarithms, because 2 ** -total vanishes beyond a thousand pairs.
  let logTerm = -total * Math.LN2;
  for (let rare = 0; rare <= Math.min(wins, losses); rare++) {
    if (rare > 0) logTerm += Math.log((total - rare + 1) / rare);
    sum += Math.exp(logTerm);
  }
  return Math.min(1, 2 * sum);
}
