import type { Cell } from './cell.ts';
import type { Claim } from './claims.ts';
import { thresholds } from './thresholds.ts';

/** A claim of a sentence and its cell; null where no row applies. */
export interface ClaimWithCell extends Claim {
  readonly cell: Cell | null;
}

/** A sentence as the table is asked about it. */
export interface Asked {
  readonly claims: readonly ClaimWithCell[];
  /** Whether the law head says that it is unlawful. */
  readonly isReported: boolean;
  /** Whether a report of it would be right often enough. */
  readonly isSure: boolean;
  /** Probability of a topic, if it is unlawful. */
  readonly topicProbability: (topic: string) => number;
}

/** What the table says of a sentence. */
export type Decision =
  /** A finding of the row of a claim. */
  | { readonly kind: 'row'; readonly claim: Claim; readonly cell: Cell }
  /** Lawful, since the law allows what is claimed. */
  | { readonly kind: 'policy'; readonly claim: Claim; readonly cell: Cell }
  /** Lawful, since a claim that the law forbids is only mentioned. */
  | { readonly kind: 'mentioned'; readonly claim: Claim; readonly cell: Cell }
  /** A finding of the topic that the law head names: the table does not know what is claimed. */
  | { readonly kind: 'topic' }
  | { readonly kind: 'nothing' };

type Celled = ClaimWithCell & { readonly cell: Cell };

/**
 * Decides what is made of a sentence. That it is unlawful is said by the law head; the table says by which law, or that what is
 * claimed is allowed.
 */
export function decide({ claims, isReported, isSure, topicProbability }: Asked): Decision {
  const celled = claims.filter((claim): claim is Celled => claim.cell !== null);
  const worst = (from: readonly Celled[]): Decision | null => {
    const weight = ({ made, cell }: Celled): number =>
      made * (thresholds.topicBase + topicProbability(cell.row.rule?.topic ?? ''));
    const [most] = from.toSorted((a, b) => weight(b) - weight(a));
    return most ? { kind: 'row', claim: most, cell: most.cell } : null;
  };
  const forbidden = celled.filter(({ cell, state }) => cell.row.rule !== null && state !== 'mentioned');
  if (isReported) {
    const named = worst(forbidden.filter(({ made }) => made >= thresholds.namingMin));
    if (named) return isSure ? named : { kind: 'nothing' };
    const [allowed] = celled.filter(({ state, cell }) => state === 'made' && cell.row.outcome === 'lawful');
    if (allowed) return { kind: 'policy', claim: allowed, cell: allowed.cell };
    return { kind: isSure ? 'topic' : 'nothing' };
  }
  const [mentioned] = celled.filter(
    ({ state, cell }) => state === 'mentioned' && cell.row.outcome === 'violation',
  );
  return mentioned ? { kind: 'mentioned', claim: mentioned, cell: mentioned.cell } : { kind: 'nothing' };
}
