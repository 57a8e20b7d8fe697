import type { Rule } from '../pack/pack.ts';
import type { Span } from './spans.ts';

/** A match that stands, with the place it is shown at. */
export interface Candidate {
  readonly rule: Rule;
  readonly span: Span;
  /** The words that were matched, within the place. */
  readonly core: Span;
  readonly folds: readonly string[];
  readonly source: 'rule' | 'model';
}

/** A match that was looked at and found lawful. */
export interface Considered {
  readonly ruleId: string;
  readonly start: number;
  readonly end: number;
  /** What took it back: a key of the pack's `reasons`, or the id of an exemption. */
  readonly because: string;
}
