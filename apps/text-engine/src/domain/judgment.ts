import type { CustomMatcher } from './custom-words.ts';
import type { CustomFinding, Evaluation, LetPass } from './evaluation.ts';
import type { Localized } from './rules/pack.ts';

/** What is to be judged; `platform` and `vertical` are values of the site. */
export interface Submission {
  readonly siteId: string;
  readonly text: string;
  readonly platform: string;
  readonly vertical: string;
  /** The scope's own words, where they apply. */
  readonly customWords?: CustomMatcher | undefined;
}

/** An evaluation with what concerns the text as a whole, and the name of the reviewer that answered. */
export interface Judgment extends Omit<Evaluation, 'considered'> {
  /** What is shown of what was considered. */
  readonly considered: readonly LetPass[];
  readonly semanticLabels: readonly Localized[];
  readonly reviewer: string;
}

/** A judgment with what the account's own words found; they never change the verdict. */
export function withCustomWords(judgment: Judgment, customFindings: readonly CustomFinding[]): Judgment {
  return { ...judgment, customFindings, summary: { ...judgment.summary, custom: customFindings.length } };
}

/** Judges a text. May think for itself at once or ask a model; what it throws costs the check an attempt. */
export type Judge = (submission: Submission) => Judgment | Promise<Judgment>;
