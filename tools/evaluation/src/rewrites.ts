import { type Engine, evaluate } from '@redline/rule-engine/evaluate';
import type { Strategy } from '@redline/rule-engine/rewrite';
import { factsIn, factsLost, rewrite } from '@redline/rule-engine/rewrite';
import { describeShare, type Share, shareOf } from '@redline/training/wilson';
import type { Label } from './measures.ts';
import type { Copy } from './sets.ts';

/** A violating text with what of it is at risk. */
export interface LabelledCopy extends Copy {
  readonly id: string;
  readonly labels: readonly Label[];
}

/** What a rewrite of one text came to. */
export interface Rewrite {
  readonly id: string;
  readonly text: string;
  readonly rewritten: string;
  readonly isClean: boolean;
  /** Share of the characters outside the labelled spans that are still there, in their order. */
  readonly kept: number;
  /** Numbers and links outside the labelled spans that are gone. */
  readonly lost: readonly string[];
}

/** What of a text a rewrite should leave alone must be there to this share. */
const keptMin = 0.8;

/** Rewrites every text in which the engine finds a violation. */
export function rewriteAll(engine: Engine, items: readonly LabelledCopy[], strategy: Strategy): Rewrite[] {
  return items.flatMap(({ id, text, selection, labels }) => {
    const found = evaluate(text, engine, selection).findings;
    if (!found.some(({ kind }) => kind === 'violation')) return [];
    const order = { text, selection, strategy, mode: 'content', customFindings: [] } as const;
    const { text: rewritten, evaluation } = rewrite(order, engine);
    const outside = labels.reduce((rest, { quote }) => rest.replace(quote, '\n'), text);
    return [
      {
        ...{ id, text, rewritten },
        isClean: evaluation.findings.every(({ kind }) => kind !== 'violation'),
        kept: shareKept(outside, rewritten),
        lost: factsLost(factsIn(outside), rewritten),
      },
    ];
  });
}

const isGood = ({ isClean, kept, lost }: Rewrite): boolean => isClean && kept >= keptMin && lost.length === 0;

/** The share of rewrites that leave no violation and keep what they should. */
export const shareOfGood = (rewrites: readonly Rewrite[]): Share =>
  shareOf(rewrites.filter(isGood).length, rewrites.length);

/** The measures as lines to read, then each rewrite that falls short, by id. */
export function reportOfRewrites(strategy: Strategy, rewrites: readonly Rewrite[]): string[] {
  const share = (holds: (one: Rewrite) => boolean): Share =>
    shareOf(rewrites.filter(holds).length, rewrites.length);
  return [
    `${strategy}: as they should be     ${describeShare(shareOfGood(rewrites))}`,
    `  no violation left            ${describeShare(share(({ isClean }) => isClean))}`,
    `  80 % of the rest kept        ${describeShare(share(({ kept }) => kept >= keptMin))}`,
    `  numbers and links kept       ${describeShare(share(({ lost }) => lost.length === 0))}`,
    ...rewrites
      .filter((one) => !isGood(one))
      .map(
        ({ id, isClean, kept, lost }) =>
          `  ${id}: ${isClean ? '' : 'not clean, '}kept ${kept.toFixed(2)}${lost.length > 0 ? `, lost ${lost.length}` : ''}`,
      ),
  ];
}

/** Length of the longest common subsequence over the length of `wanted`, blanks aside. */
export function shareKept(wanted: string, text: string): number {
  const a = wanted.replace(/\s+/g, '');
  const b = text.replace(/\s+/g, '');
  if (a.length === 0) return 1;
  let row = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    const next = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      const here = a.charCodeAt(i) === b.charCodeAt(j) ? (row[j] ?? 0) + 1 : 0;
      next[j + 1] = Math.max(here, row[j + 1] ?? 0, next[j] ?? 0);
    }
    row = next;
  }
  return (row[b.length] ?? 0) / a.length;
}
