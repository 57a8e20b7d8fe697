import type { CustomFinding } from '../evaluate/evaluation.ts';
import type { Selection } from '../pack/dimensions.ts';

export const strategies = ['rewrite', 'precise'] as const;
/** `precise` changes only what is at risk; `rewrite` may smooth what is around it and drop what became of no use. */
export type Strategy = (typeof strategies)[number];

/** `ad` also takes out what is lawful in content but to be borne in mind; `content` leaves it. */
export type Mode = 'content' | 'ad';

/** What is to be rewritten, and how. */
export interface RewriteRequest {
  readonly text: string;
  readonly selection: Selection;
  readonly strategy: Strategy;
  readonly mode: Mode;
  /** Matches of the account's own words; those with a replacement are replaced. */
  readonly customFindings: readonly CustomFinding[];
}
