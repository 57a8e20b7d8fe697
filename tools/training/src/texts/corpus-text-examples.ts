import { maxScore } from '@redline/rule-engine/classifier';
import { type Engine, evaluate } from '@redline/rule-engine/evaluate';
import { placesIn } from '@redline/rule-engine/judge';
import { scanText } from '@redline/rule-engine/patterns';
import type { Choices } from '../corpus/choices.ts';
import type { CorpusText } from '../corpus/corpus-texts.ts';
import { scoreOf } from '../learning/logistic-regression.ts';
import { type Dataset, featuresOfSentences } from '../sentences/dataset.ts';
import { vectorOf } from '../sentences/feature-space.ts';
import { fitViolationModel } from '../sentences/sentence-models.ts';
import type { TrainingSet } from '../sentences/training-set.ts';
import type { TextExample } from './text-example.ts';

/**
 * Makes examples of the labelled texts, each with the findings of rules and the highest score of its sentences, by a model
 * that was trained on no text of the same author. What has no weight is not computed.
 */
export function corpusTextExamples(
  texts: readonly CorpusText[],
  { rows }: Dataset,
  { examples, space }: TrainingSet,
  { scoreWeights }: Choices,
  engine: Engine,
): TextExample[] {
  const models = new Map<string, Float64Array>();
  const modelWithout = (author: string): Float64Array => {
    const known =
      models.get(author) ??
      fitViolationModel(
        examples.filter((_, at) => rows[at]?.file !== author),
        space.size,
      );
    models.set(author, known);
    return known;
  };
  const maxSentenceScoreOf = ({ text, file }: CorpusText): number => {
    const model = modelWithout(file);
    const sentences = featuresOfSentences(scanText(text, engine), engine);
    return maxScore(sentences.map((features) => scoreOf(vectorOf(features, space), model)));
  };
  const ruleFindingsIn = ({ text, selection }: CorpusText): number =>
    placesIn(evaluate(text, engine, selection).findings.filter(({ kind }) => kind === 'violation'));
  return texts.map((labelled) => ({
    text: labelled.text,
    isViolating: labelled.violations.length > 0,
    author: labelled.file,
    maxSentenceScore: scoreWeights.maxSentence === 0 ? 0 : maxSentenceScoreOf(labelled),
    ruleFindings: scoreWeights.ruleFindings === 0 ? 0 : ruleFindingsIn(labelled),
  }));
}
