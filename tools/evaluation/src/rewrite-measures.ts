import { structureOf } from '@redline/rule-engine/document';
import { type Engine, evaluate } from '@redline/rule-engine/evaluate';
import { factsIn, factsLost, type Refusal, rewrite, type Strategy } from '@redline/rule-engine/rewrite';
import { type Share, shareOf, shareWhere } from '@redline/training/share';
import type { LabelledText } from './labelled-set.ts';

/** A rewrite of a text, and what it kept of the sentences without a labelled quote. */
export interface MeasuredRewrite {
  readonly id: string;
  readonly text: string;
  readonly rewritten: string;
  readonly refusal: Refusal | null;
  /** Analyses that it took. */
  readonly analyses: number;
  /** Sentences without a labelled quote; in Chinese what stands between commas. */
  readonly lawful: readonly string[];
  /** Those of them that are gone. */
  readonly lost: readonly string[];
  /** Numbers and links of lawful sentences that are gone. */
  readonly lostFacts: readonly string[];
}

/** The shares of some rewrites. */
export interface RewriteShares {
  readonly accepted: Share;
  readonly sentencesKept: Share;
  readonly factsKept: Share;
}

/** Rewrites every text in which the engine finds a violation. */
export function measureRewrites(
  engine: Engine,
  texts: readonly LabelledText[],
  strategy: Strategy,
): MeasuredRewrite[] {
  return texts.flatMap(({ id, text, selection, labels }) => {
    const { findings } = evaluate(text, engine, selection);
    if (!findings.some(({ kind }) => kind === 'violation')) return [];
    const order = { text, selection, strategy, mode: 'content', customFindings: [] } as const;
    const { text: rewritten, refusal, analyses } = rewrite(order, engine);
    const lawful = lawfulSentences(engine, text, labels);
    const words = wordsOf(rewritten);
    const measured: MeasuredRewrite = {
      ...{ id, text, rewritten, refusal, analyses, lawful },
      lost: lawful.filter((sentence) => !words.includes(wordsOf(sentence))),
      lostFacts: factsLost(lawful.flatMap(factsIn), rewritten),
    };
    return [measured];
  });
}

function lawfulSentences(
  { pack: { language } }: Engine,
  text: string,
  labels: LabelledText['labels'],
): string[] {
  const { tokens, sentences } = structureOf(text, language);
  const quotes = labels
    .map(({ quote }) => ({ start: text.indexOf(quote), end: text.indexOf(quote) + quote.length }))
    .filter(({ start }) => start >= 0);
  const mark = language.connectives.spaced ? /$/u : /(?<=[，；])/u;
  return sentences.flatMap(({ first, last }) => {
    let end = tokens[first]?.start ?? 0;
    const parts = text.slice(end, tokens[last - 1]?.end).split(mark);
    return parts.filter((part) => {
      const start = end;
      end += part.length;
      return (
        wordsOf(part) !== '' &&
        !quotes.some((quote) => quote.start < start + part.length && start < quote.end)
      );
    });
  });
}

/** Returns letters and figures alone: marks and capitals beside a cut may change. */
const wordsOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the shares of rewrites that are accepted, and of the lawful sentences, pooled, that are kept. */
export function sharesOf(rewrites: readonly MeasuredRewrite[]): RewriteShares {
  const lawful = rewrites.reduce((sum, one) => sum + one.lawful.length, 0);
  const lost = rewrites.reduce((sum, one) => sum + one.lost.length, 0);
  return {
    accepted: shareWhere(rewrites, ({ refusal }) => refusal === null),
    sentencesKept: shareOf(lawful - lost, lawful),
    factsKept: shareWhere(rewrites, ({ lostFacts }) => lostFacts.length === 0),
  };
}
