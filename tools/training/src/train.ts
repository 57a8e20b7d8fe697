import type { Weights } from '@redline/rule-engine/classifier';
import type { Engine } from '@redline/rule-engine/evaluate';
import { type Block, blocks } from '@redline/rule-engine/language';
import { type Calibration, calibrate, probabilityOf } from './calibrate.ts';
import type { Corpus } from './corpus-files.ts';
import { type Course, courseOf, judgeOutOfFold, type Verdict } from './cross-validate.ts';
import { type Dataset, datasetOf } from './dataset.ts';
import { type Figures, figuresOf, type Ranking, rankingOf } from './figures.ts';
import { foldsOf } from './folds.ts';
import { handFoldsOf } from './hands.ts';
import { companyShare, fitModels, topicShare } from './models.ts';
import { textLessons } from './text-lessons.ts';
import { fitTexts, type TextLesson } from './text-model.ts';
import { passagesOfTexts } from './text-passages.ts';
import { type Heard, thresholdsOf } from './thresholds.ts';
import { weightsOf } from './weigh.ts';

const foldCount = 5;

/** What is left out, one at a time, to see what it is worth to the model of violations. */
const ablations: readonly { readonly name: string; readonly without: readonly Block[] }[] = [
  { name: 'with everything', without: [] },
  { name: 'without neighbours', without: ['before', 'after'] },
  { name: 'without character n-grams', without: ['grams'] },
  { name: 'without words', without: ['words'] },
  { name: 'without lexicons', without: ['lexicons'] },
  { name: 'without flags', without: ['flags'] },
];

export interface Trained {
  readonly weights: Weights;
  readonly figures: Figures;
}

/**
 * Trains the classifier of a site: cross-validates, chooses what it may say, then fits to the whole corpus. The same
 * corpus and pack give the same weights, bit by bit.
 * @param examples the rules' own, as texts to learn from
 * @param say is told what is done next
 */
export function train(
  site: string,
  corpus: Corpus,
  reader: Engine,
  examples: readonly TextLesson[],
  say: (line: string) => void,
): Trained {
  const { texts, choices } = corpus;
  const passages = choices.learnsSentencesOfTexts
    ? [...corpus.passages, ...passagesOfTexts(texts, reader)]
    : corpus.passages;
  const dataset = datasetOf(passages, foldsOf(passages, foldCount), reader);
  const topics = [...corpus.groups.values()].flat().sort();
  const course = courseOf(dataset, topics);
  say(`${dataset.rows.length} sentences, ${course.space.size - 1} features: cross-validating`);
  const verdicts = verdictsOf(course, dataset, say);
  const heard = hear(dataset, course, corpus, verdicts);
  const { all, byGroup } = thresholdsOf(heard.rows.filter((_, at) => !dataset.halves[at]));
  const groupOf = groupsByTopic(corpus);
  const speaksFrom = topics.map((topic) => {
    const from = byGroup.get(groupOf.get(topic) ?? '') ?? all;
    return from < 1 ? Math.max(from, choices.speaksFromMin) : null;
  });
  const ablated = ablations.map(({ name, without }) => {
    say(`cross-validating ${name}`);
    return { name, ranking: rankingWithout(dataset, without) };
  });
  say(`${texts.length} texts`);
  const lessons = textLessons(texts, dataset, course, choices, reader);
  const text = fitTexts([...lessons, ...examples], padsOf(corpus), choices, reader);
  say('fitting to all');
  const weights = weightsOf(fitModels(course.lessons, topics.length, course.space.size), course, {
    site,
    corpus: corpus.hash,
    topicShare,
    companyShare,
    calibration: heard.calibration,
    violationMin: lowestSpoken(verdicts, heard.rows, speaksFrom),
    speaksFrom,
    text,
    choices,
  });
  const figures = figuresOf({ dataset, topics, verdicts, heard: heard.rows, speaksFrom, ablated, text });
  return { weights, figures };
}

/** Verdicts out of fold; of rows that a hand wrote, by models that have learned from no row of that hand. */
function verdictsOf(course: Course, dataset: Dataset, say: (line: string) => void): Verdict[] {
  const verdicts = judgeOutOfFold(course, dataset);
  const hands = handFoldsOf(dataset.rows, foldCount);
  if (hands.every((fold) => fold < 0)) return verdicts;
  say('leaving hands out');
  const ofHands = judgeOutOfFold(course, dataset, hands);
  return verdicts.map((verdict, at) => ofHands[at] ?? verdict);
}

/** Passages in which nothing violates. */
function padsOf({ passages }: Corpus): string[] {
  return passages
    .filter((passage) => passage.every(({ label }) => label === 'ok'))
    .map((passage) => passage.map(({ sentence }) => sentence).join('\n'));
}

function groupsByTopic({ groups }: Corpus): ReadonlyMap<string, string> {
  return new Map([...groups].flatMap(([group, topics]) => topics.map((topic) => [topic, group] as const)));
}

function hear(
  { rows }: Dataset,
  { topics, lessons }: Course,
  corpus: Corpus,
  verdicts: readonly Verdict[],
): { calibration: Calibration; rows: Heard[] } {
  const groupOf = groupsByTopic(corpus);
  const calibration = calibrate(
    verdicts.map(({ total }) => total),
    lessons.map(({ violates }) => violates),
  );
  return {
    calibration,
    rows: verdicts.map(({ total, topic }, at) => ({
      probability: probabilityOf(calibration, total),
      violates: lessons[at]?.violates ?? false,
      close: rows[at]?.label === 'ok' && rows[at]?.topic !== null,
      group: groupOf.get(topics[topic] ?? '') ?? '',
    })),
  };
}

function rankingWithout(dataset: Dataset, without: readonly Block[]): Ranking {
  const course = courseOf(
    dataset,
    [],
    blocks.filter((block) => !without.includes(block)),
  );
  return rankingOf(dataset, judgeOutOfFold(course, dataset));
}

/** How low violation and company were where the classifier spoke. */
function lowestSpoken(
  verdicts: readonly Verdict[],
  heard: readonly Heard[],
  speaksFrom: readonly (number | null)[],
): number {
  const spoken = verdicts.filter(({ topic }, at) => {
    const from = speaksFrom[topic] ?? null;
    return from !== null && (heard[at]?.probability ?? 0) >= from;
  });
  return Math.min(
    ...spoken.map(({ total, topicScore }) => total - topicShare * topicScore),
    Number.MAX_VALUE,
  );
}
