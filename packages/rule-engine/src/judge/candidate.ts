import type { Rule } from '../pack/pack.ts';
import type { Span } from './spans.ts';

/** A match of a rule that its surroundings do not clear: a finding, unless the review drops it. */
export interface Candidate {
  readonly rule: Rule;
  /** The place that is reported: the match, its clause or its sentence. */
  readonly span: Span;
  /** The matched words, within `span`. */
  readonly core: Span;
  /** Disguises that were undone to find it. */
  readonly folds: readonly string[];
  readonly source: 'rule' | 'model';
  /** Whether it was put together of words in several sentences. */
  readonly isAcross: boolean;
}

/** A match that was judged lawful. */
export interface Considered {
  readonly ruleId: string;
  readonly start: number;
  readonly end: number;
  /** The cause: a key of the pack's `reasons`, or the id of an exemption. */
  readonly because: string;
}
