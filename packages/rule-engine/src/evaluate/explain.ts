import type { Considered } from '../judge/candidate.ts';
import type { Selection } from '../pack/dimensions.ts';
import type { Sold } from '../policy/sold.ts';
import type { JudgedSentence } from '../review/judge-sentence.ts';
import { analyze } from './analyze.ts';
import type { Engine } from './engine.ts';
import { evaluationOf } from './evaluate.ts';
import type { Finding } from './evaluation.ts';

/** Why a text is judged as it is: for people who write policy. */
export interface Explanation {
  /** Goods that the text sells, as far as that is known; null where nothing is read. */
  readonly sold: Sold | null;
  /** Probability of each good, the most probable first. */
  readonly goods: readonly (readonly [good: string, probability: number])[];
  readonly sentences: readonly ExplainedSentence[];
  readonly findings: readonly Finding[];
  readonly considered: readonly Considered[];
}

/** A sentence, and what was made of it. */
export interface ExplainedSentence {
  readonly text: string;
  readonly judged: JudgedSentence;
}

/** Explains the evaluation of a text: what was read in each sentence, the policy rows that were asked, and what came of it. */
export function explain(text: string, engine: Engine, selection: Selection): Explanation {
  const analysis = analyze(text, engine, selection);
  const { findings, considered } = evaluationOf(text, analysis, engine, selection);
  const { judged } = analysis;
  if (!judged) return { sold: null, goods: [], sentences: [], findings, considered };
  const { names } = judged.read.model.sold;
  const probabilities = judged.read.sold;
  return {
    sold: judged.sold,
    goods: names.map((name, at) => [name, probabilities[at] ?? 0] as const).sort(([, a], [, b]) => b - a),
    sentences: judged.sentences.map((one) => ({
      text: judged.text.slice(one.place.start, one.place.end),
      judged: one,
    })),
    findings,
    considered,
  };
}
