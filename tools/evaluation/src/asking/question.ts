import type { Selection } from '../compare/inputs/input.ts';

/** A text that the engine of a checkout is to judge. */
export interface Question {
  readonly id: string;
  readonly site: string;
  readonly text: string;
  readonly selection: Selection;
}

/** A violation that was found. */
export interface Violation {
  readonly ruleId: string;
  readonly topic: string;
  readonly severity: string;
  readonly source: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** The name of the topic in English, or as the pack has it. */
  readonly says: string;
}

/** The answer to a question. */
export interface Verdict {
  readonly id: string;
  readonly riskLevel: string;
  readonly violations: readonly Violation[];
}
