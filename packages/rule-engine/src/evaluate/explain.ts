import type { Considered } from '../judge/candidate.ts';
import type { Selection } from '../pack/dimensions.ts';
import type { Rule } from '../pack/pack.ts';
import type { Sold } from '../policy/sold.ts';
import type { JudgedSentence } from '../review/judge-sentence.ts';
import { judgeSentences } from '../review/read-claims.ts';
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

/** Explains the evaluation of a text: what is read in each sentence, the policy rows that were asked, and what came of it. */
export function explain(text: string, engine: Engine, selection: Selection): Explanation {
  const analysis = analyze(text, engine, selection);
  const { scanned, cues, rules, candidates, considered } = analysis;
  const { findings } = evaluationOf(text, analysis, engine, selection);
  const read = new Set(engine.pack.rules.flatMap(({ id, finder }) => (isRead(finder) ? [id] : [])));
  const ofRules = considered.filter(({ ruleId, because }) => because !== 'review' && !read.has(ruleId));
  const found = candidates.filter(({ source }) => source === 'rule');
  const judged = judgeSentences(scanned, cues, engine, rules, selection, { found, lawful: ofRules });
  if (!judged) return { sold: null, goods: [], sentences: [], findings, considered };
  const { tokens } = scanned.structure;
  const { model, sold } = judged.read;
  return {
    sold: judged.sold,
    goods: model.sold.names.map((name, at) => [name, sold[at] ?? 0] as const).sort(([, a], [, b]) => b - a),
    sentences: judged.sentences.map((one) => ({
      text: text.slice(tokens[one.words.first]?.start ?? 0, tokens[one.words.last - 1]?.end ?? text.length),
      judged: one,
    })),
    findings,
    considered,
  };
}

const isRead = ({ kind }: Rule['finder']): boolean => kind === 'learned' || kind === 'claim';
