import type { Selection } from '../pack/dimensions.ts';
import type { Localized } from '../pack/pack.ts';
import type { Brief } from '../second-review/brief.ts';
import type { CustomFinding, Evaluation, LetPass } from './evaluation.ts';

/** What is to be judged. */
export interface Submission {
  readonly siteId: string;
  readonly text: string;
  /** Where it is published, by the dimensions of the site's pack. */
  readonly selection: Selection;
  /** Looks for the scope's own words, where they apply. */
  readonly customWords?: ((text: string) => CustomFinding[]) | undefined;
  /** Whether a second reader will look at the judgment, and wants to be told of it. */
  readonly isReadAgain?: boolean;
}

/** An evaluation with what concerns the text as a whole, and the name of the reviewer that answered. */
export interface Judgment extends Omit<Evaluation, 'considered'> {
  /** What is shown of what was considered. */
  readonly considered: readonly LetPass[];
  readonly semanticLabels: readonly Localized[];
  readonly reviewer: string;
  /** For a second reader; there only when one was announced. */
  readonly brief?: Brief;
}

/** A judgment with what the account's own words found; they never change the verdict. */
export function withCustomWords(judgment: Judgment, customFindings: readonly CustomFinding[]): Judgment {
  return { ...judgment, customFindings, summary: { ...judgment.summary, custom: customFindings.length } };
}

/** Judges a text. May think for itself at once or ask a model; what it throws costs the check an attempt. */
export type Judge = (submission: Submission) => Judgment | Promise<Judgment>;
