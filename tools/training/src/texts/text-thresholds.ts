import type { Choices } from '../corpus/choices.ts';

/** The out-of-fold prediction for a text. */
export interface TextProbability {
  readonly probability: number;
  readonly isViolating: boolean;
}

/** Chooses the probabilities outside of which no more texts are predicted wrongly than the choices of the site allow. */
export function chooseTextThresholds(
  predictions: readonly TextProbability[],
  {
    violatingReadAsLawfulMax,
    lawfulFlaggedMax,
  }: Pick<Choices, 'violatingReadAsLawfulMax' | 'lawfulFlaggedMax'>,
): { lawfulThreshold: number; flagThreshold: number } {
  const sorted = (isViolating: boolean): number[] =>
    predictions
      .filter((one) => one.isViolating === isViolating)
      .map(({ probability }) => probability)
      .sort((a, b) => a - b);
  const violating = sorted(true);
  const lawful = sorted(false).reverse();
  return {
    lawfulThreshold: violating[Math.floor(violating.length * violatingReadAsLawfulMax)] ?? 0,
    flagThreshold: lawful[Math.floor(lawful.length * lawfulFlaggedMax)] ?? 1,
  };
}
