import { maxScore } from '@redline/rule-engine/classifier';
import { type Engine, evaluate } from '@redline/rule-engine/evaluate';
import { placesIn } from '@redline/rule-engine/judge';
import { scanText } from '@redline/rule-engine/patterns';
import type { Choices, CorpusText } from './corpus-files.ts';
import type { Course } from './cross-validate.ts';
import { type Dataset, featuresOfText, vectorOf } from './dataset.ts';
import { scoreOf } from './logistic.ts';
import { fitViolation } from './models.ts';
import type { TextLesson } from './text-model.ts';

/**
 * Labelled texts as lessons, each with what rules find in it and with its loudest sentence, heard by a model that has
 * learned from no text of the same hand. Where the site's choice of evidence counts neither, nothing is computed.
 */
export function textLessons(
  texts: readonly CorpusText[],
  { rows }: Dataset,
  { lessons, space }: Course,
  { evidence }: Choices,
  engine: Engine,
): TextLesson[] {
  const models = new Map<string, Float64Array>();
  const modelWithout = (hand: string): Float64Array => {
    const known =
      models.get(hand) ??
      fitViolation(
        lessons.filter((_, at) => rows[at]?.file !== hand),
        space.size,
      );
    models.set(hand, known);
    return known;
  };
  const loudestIn = ({ text, file }: CorpusText): number => {
    const model = modelWithout(file);
    const features = featuresOfText(scanText(text, engine), engine);
    return maxScore(features.map((one) => scoreOf(vectorOf(one, space), model)));
  };
  const foundIn = ({ text, selection }: CorpusText): number =>
    placesIn(evaluate(text, engine, selection).findings.filter(({ kind }) => kind === 'violation'));
  return texts.map((labelled) => ({
    text: labelled.text,
    violates: labelled.violations.length > 0,
    hand: labelled.file,
    loudest: evidence.loudest === 0 ? 0 : loudestIn(labelled),
    found: evidence.found === 0 ? 0 : foundIn(labelled),
  }));
}
