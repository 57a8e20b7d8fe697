import type { CustomFinding } from '../evaluate/evaluation.ts';
import type { Selection } from '../pack/dimensions.ts';

export const strategies = ['rewrite', 'precise'] as const;
/** `precise` changes only what is at risk; `rewrite` may also tidy the text around it and remove stub sentences. */
export type Strategy = (typeof strategies)[number];

/** `ad` also removes hints, which are lawful in content; `content` leaves them. */
export type Mode = 'content' | 'ad';

/** A text to rewrite, and how. */
export interface RewriteRequest {
  readonly text: string;
  readonly selection: Selection;
  readonly strategy: Strategy;
  readonly mode: Mode;
  /** Matches of the custom words of the account; those with a replacement are replaced. */
  readonly customFindings: readonly CustomFinding[];
}
