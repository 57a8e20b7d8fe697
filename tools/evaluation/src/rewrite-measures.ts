import { type Engine, evaluate } from '@redline/rule-engine/evaluate';
import { factsIn, factsLost, rewrite, type Strategy } from '@redline/rule-engine/rewrite';
import { type Share, shareWhere } from '@redline/training/share';
import type { LabelledText } from './labelled-set.ts';
import { shareKept } from './share-kept.ts';

/** A rewrite of a text, and what it kept of what was outside the labelled quotes. */
export interface MeasuredRewrite {
  readonly id: string;
  readonly text: string;
  readonly rewritten: string;
  /** Whether no violation is found in it. */
  readonly isClean: boolean;
  /** Share of the characters outside the labelled quotes that are still there, in their order. */
  readonly kept: number;
  /** Numbers and links outside the labelled quotes that are gone. */
  readonly lostFacts: readonly string[];
}

/** The least share of the characters outside the labelled quotes that a good rewrite keeps. */
export const keptMin = 0.8;

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
    const { text: rewritten, evaluation } = rewrite(order, engine);
    const outside = labels.reduce((rest, { quote }) => rest.replace(quote, '\n'), text);
    const measured: MeasuredRewrite = {
      id,
      text,
      rewritten,
      isClean: evaluation.findings.every(({ kind }) => kind !== 'violation'),
      kept: shareKept(outside, rewritten),
      lostFacts: factsLost(factsIn(outside), rewritten),
    };
    return [measured];
  });
}

/** Whether a rewrite has no violation left and kept what it should. */
export const isGoodRewrite = ({ isClean, kept, lostFacts }: MeasuredRewrite): boolean =>
  isClean && kept >= keptMin && lostFacts.length === 0;

/** Returns the share of good rewrites. */
export const goodRewrites = (rewrites: readonly MeasuredRewrite[]): Share =>
  shareWhere(rewrites, isGoodRewrite);
