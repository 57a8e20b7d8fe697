import { calibrationError } from '../learning/calibration-error.ts';
import { areaUnderRoc } from '../learning/ranking.ts';
import { type Share, shareWhere } from '../share.ts';
import type { TextModel } from '../texts/text-model.ts';

/** The figures of whole texts, each predicted by a model that was not trained on its author. */
export interface TextFigures {
  readonly texts: number;
  readonly areaUnderRoc: number;
  readonly calibrationError: number;
  readonly lawfulThreshold: number;
  readonly flagThreshold: number;
  readonly lawfulReadAsLawful: Share;
  readonly violatingReadAsLawful: Share;
  readonly violatingFlagged: Share;
  readonly lawfulFlagged: Share;
}

/** Computes the figures of a model of texts. */
export function textFigures({
  outOfFold,
  lawfulThreshold,
  flagThreshold,
}: Pick<TextModel, 'outOfFold' | 'lawfulThreshold' | 'flagThreshold'>): TextFigures {
  const share = (isViolating: boolean, holds: (probability: number) => boolean): Share =>
    shareWhere(
      outOfFold.filter((text) => text.isViolating === isViolating),
      ({ probability }) => holds(probability),
    );
  const readsAsLawful = (probability: number): boolean => probability < lawfulThreshold;
  const isFlagged = (probability: number): boolean => probability >= flagThreshold;
  const probabilities = outOfFold.map(({ probability }) => probability);
  const isViolating = outOfFold.map((text) => text.isViolating);
  return {
    texts: outOfFold.length,
    areaUnderRoc: areaUnderRoc(probabilities, isViolating),
    calibrationError: calibrationError(probabilities, isViolating),
    lawfulThreshold,
    flagThreshold,
    lawfulReadAsLawful: share(false, readsAsLawful),
    violatingReadAsLawful: share(true, readsAsLawful),
    violatingFlagged: share(true, isFlagged),
    lawfulFlagged: share(false, isFlagged),
  };
}
