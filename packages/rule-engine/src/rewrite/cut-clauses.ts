import type { Span } from '../judge/spans.ts';
import type { Connectives } from '../language/language.ts';
import { type Clause, clausesOf, closesWhatItOpens, cutsOf } from './clauses.ts';
import { cutPhrase } from './cut-phrases.ts';
import { cutsOfItems, isEnumeration, proseCuts } from './cut-prose.ts';
import type { Edit } from './edit.ts';
import { contentLength } from './substance.ts';

/** A sentence and where it is at risk. */
export interface SentenceAtRisk extends Span {
  readonly isTitle: boolean;
  /** The places that are reported, and the matched words in them. */
  readonly risks: readonly Span[];
  readonly cores: readonly Span[];
}

/** Letters and figures that must be left of a sentence in writing without spaces. */
const lettersMin = 6;
const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/**
 * Returns the cuts that take clauses out of a sentence, where what is left is surely still one: clauses of writing without
 * spaces, segments of a title, items of an enumeration, what only follows a full clause, what stands in brackets.
 * @returns null where the whole sentence must go
 */
export function cutClauses(text: string, sentence: SentenceAtRisk, language: Connectives): Edit[] | null {
  const bracket = bracketAround(text, sentence);
  if (bracket) return [bracket];
  const phrase = sentence.isTitle ? null : cutPhrase(text, sentence, sentence.cores, language);
  if (phrase) return [phrase];
  const clauses = clausesOf(text, sentence, sentence.isTitle, language);
  const atRisk = clauses.map(({ start, end }) =>
    sentence.risks.some((risk) => risk.start < end && start < risk.end),
  );
  if (clauses.length < 2 || !atRisk.includes(true)) return null;
  const gone = withDependents(clauses, atRisk, language);
  if (gone.every(Boolean)) return null;
  const kept = clauses.filter((_, at) => !gone[at]);
  const left = kept.map((one) => one.text).join(' ');
  const isFragment = language.spaced ? contentLength(left, language) < 1 : lettersIn(left) < lettersMin;
  if (isFragment) return null;
  if (!language.spaced || sentence.isTitle) return cutsOf(clauses, gone, language);
  if (isEnumeration(clauses, language) && !gone[0]) return cutsOfItems(clauses, gone, language);
  return proseCuts(clauses, gone, language);
}

/** Marks what goes with the clauses at risk: what leads up to them, and what hangs on them. */
function withDependents(
  clauses: readonly Clause[],
  atRisk: readonly boolean[],
  { leading, dependent, awaiting, spaced }: Connectives,
): boolean[] {
  const gone = [...atRisk];
  for (let at = clauses.length - 1; at > 0; at--) {
    const before = clauses[at - 1];
    if (!gone[at] || !before || spaced) continue;
    const isIntroduced = before.mark.includes('：') && gone.slice(at).every(Boolean);
    if (leading.test(before.text) || awaiting?.test(before.text) || isIntroduced) gone[at - 1] = true;
  }
  for (let at = 1; at < clauses.length; at++) {
    const before = clauses[at - 1];
    if (!gone[at - 1] || !before || spaced) continue;
    if (dependent.test(clauses[at]?.text ?? '') || leading.test(before.text)) gone[at] = true;
  }
  return gone;
}

/** Returns the cut of brackets that hold all that is at risk, with the space before them. */
function bracketAround(text: string, { start, end, risks }: SentenceAtRisk): Edit | null {
  const first = Math.min(...risks.map((risk) => risk.start));
  const last = Math.max(...risks.map((risk) => risk.end));
  for (const { index, 0: bracket } of text
    .slice(start, end)
    .matchAll(/\s*(?:\([^()\n]+\)|（[^（）\n]+）|【[^【】\n]+】)/gu)) {
    const span = { start: start + index, end: start + index + bracket.length };
    const isAll = span.start <= start && span.end >= end;
    if (!isAll && span.start <= first && last <= span.end && closesWhatItOpens(bracket))
      return { ...span, with: '' };
  }
  return null;
}
