import {
  combineScores,
  disclaimersIn,
  featuresIn,
  featuresOf,
  hashText,
  type ScoreWeights,
  scoreWeightsOf,
  textScale,
} from '@redline/rule-engine/classifier';
import type { Engine } from '@redline/rule-engine/evaluate';
import { cuesOf } from '@redline/rule-engine/judge';
import { textBlocks } from '@redline/rule-engine/language';
import { scanText } from '@redline/rule-engine/patterns';
import { type Calibration, calibrate, probabilityOf } from './calibrate.ts';
import type { Choices } from './corpus-files.ts';
import { biasValue } from './dataset.ts';
import { type LogisticOptions, type Sparse, scoreOf, trainLogistic } from './logistic.ts';

/** A whole text to learn from. */
export interface TextLesson {
  readonly text: string;
  readonly violates: boolean;
  /** Score of its loudest sentence, by a model that saw none of its hand, and how much rules found; where they count. */
  readonly loudest: number;
  readonly found: number;
  /** Who wrote it; texts of one hand are never judged by what was learned from the others. Null: only to learn from. */
  readonly hand: string | null;
}

/** What was learned of whole texts. */
export interface TextModel {
  readonly weights: ReadonlyMap<number, number>;
  readonly bias: number;
  readonly evidence: ScoreWeights;
  readonly calibration: Calibration;
  readonly lawfulBelow: number;
  readonly accusesFrom: number;
  /** Probabilities of the texts that have a hand, by models that saw none of that hand. */
  readonly judged: readonly { readonly probability: number; readonly violates: boolean }[];
}

type TextRisks = Pick<Choices, 'takenForLawfulMax' | 'takenForViolatingMax' | 'evidence'>;

/** Chosen by cross-validation between hands. */
const cost = 8;
const solver = { costs: [cost, cost], passesMax: 60, tolerance: 0.05 } satisfies Partial<LogisticOptions>;

/**
 * Fits the model of whole texts and chooses its thresholds, each hand judged by what was learned from the others. Every
 * text that has a hand is learned from twice, the second time with a pad behind it: what violates does so whatever
 * honest words stand beside it, and those prove nothing.
 * @param pads lawful passages, dealt out in turn
 */
export function fitTexts(
  lessons: readonly TextLesson[],
  pads: readonly string[],
  risks: TextRisks,
  reader: Engine,
): TextModel {
  const read = lessons.map(({ text }) => heldBy(text, reader));
  const held = read.map(({ features }) => features);
  const lengths = read.map(({ length }) => length);
  const padded = lessons.map(({ text, hand }, at) => {
    const pad = pads[at % pads.length];
    return hand !== null && pad !== undefined ? heldBy(`${text}\n\n${pad}`, reader).features : null;
  });
  const places = placesOf(held);
  const vectors = held.map((features) => vectorOf(features, places));
  const paddedVectors = padded.map((features) => features && vectorOf(features, places));
  const violates = lessons.map((lesson) => lesson.violates);
  const fit = (of: readonly number[]): Float64Array => {
    const examples = of.flatMap((at) =>
      [vectors[at], paddedVectors[at]].flatMap((vector) =>
        vector ? [{ vector, violates: violates[at] ?? false }] : [],
      ),
    );
    return trainLogistic(
      examples.map(({ vector }) => vector),
      examples.map((example) => example.violates),
      { ...solver, size: places.size + 1 },
    );
  };
  const judged = [...Map.groupBy(lessons.keys(), (at) => lessons[at]?.hand ?? null)].flatMap(
    ([hand, own]) => {
      if (hand === null) return [];
      const model = fit([...lessons.keys()].filter((at) => lessons[at]?.hand !== hand));
      return own.flatMap((at) => {
        const [vector, lesson] = [vectors[at], lessons[at]];
        if (!vector || !lesson) return [];
        const { loudest, found } = lesson;
        const known = {
          text: scoreOf(vector, model),
          maxSentence: loudest,
          ruleFindings: found,
          wordFeatures: lengths[at] ?? 0,
        };
        return [{ score: combineScores(scoreWeightsOf(risks.evidence), known), violates: lesson.violates }];
      });
    },
  );
  const calibration = calibrate(
    judged.map(({ score }) => score),
    judged.map((one) => one.violates),
  );
  const probabilities = judged.map((one) => ({
    violates: one.violates,
    probability: probabilityOf(calibration, one.score),
  }));
  const model = fit([...lessons.keys()]);
  return {
    weights: new Map([...places].map(([hash, place]) => [hash, model[place] ?? 0])),
    bias: (model[places.size] ?? 0) * biasValue,
    evidence: scoreWeightsOf(risks.evidence),
    calibration,
    ...thresholdsOf(probabilities, risks),
    judged: probabilities,
  };
}

/** The probabilities outside of which few texts lie on the wrong side. */
function thresholdsOf(
  judged: TextModel['judged'],
  { takenForLawfulMax, takenForViolatingMax }: TextRisks,
): { lawfulBelow: number; accusesFrom: number } {
  const sorted = (violates: boolean): number[] =>
    judged
      .filter((one) => one.violates === violates)
      .map(({ probability }) => probability)
      .sort((a, b) => a - b);
  const violating = sorted(true);
  const lawful = sorted(false).reverse();
  return {
    lawfulBelow: violating[Math.floor(violating.length * takenForLawfulMax)] ?? 0,
    accusesFrom: lawful[Math.floor(lawful.length * takenForViolatingMax)] ?? 1,
  };
}

interface Held {
  readonly features: ReadonlyMap<number, number>;
  /** How many features of words. */
  readonly length: number;
}

/** The features of a text and what each counts. */
function heldBy(text: string, reader: Engine): Held {
  const scanned = scanText(text, reader);
  const cues = cuesOf(scanned, reader.pack.grammar);
  const keys = hashText(scanned, cues, reader.pack.vocabulary);
  const { sentences } = scanned.structure;
  const disclaimers = disclaimersIn(scanned, cues);
  const features = featuresIn(featuresOf(keys, sentences)).filter((_, at) => !disclaimers[at]);
  const length = features.reduce((sum, { words }) => sum + words.length, 0);
  const scale = textScale(length);
  const values = keys.settings.text;
  const held = new Map<number, number>();
  for (const block of textBlocks) {
    for (const one of features) {
      for (const hash of one[block]) if (!held.has(hash)) held.set(hash, values[block] * scale);
    }
  }
  return { features: held, length };
}

/** Features that at least two texts hold, each with its place in the vector; the bias stands behind them. */
function placesOf(held: readonly ReadonlyMap<number, number>[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const features of held)
    for (const hash of features.keys()) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count > 1).map(([hash]) => hash);
  return new Map(kept.sort((a, b) => a - b).map((hash, at) => [hash, at]));
}

function vectorOf(held: ReadonlyMap<number, number>, places: ReadonlyMap<number, number>): Sparse {
  const entries = [...held]
    .flatMap(([hash, value]) => {
      const place = places.get(hash);
      return place === undefined ? [] : [[place, value] as const];
    })
    .sort(([a], [b]) => a - b);
  return {
    at: Int32Array.from([...entries.map(([place]) => place), places.size]),
    value: Float32Array.from([...entries.map(([, value]) => value), biasValue]),
  };
}
