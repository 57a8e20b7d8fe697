import type { TextStructure } from '../document/structure.ts';
import type { Rule } from '../pack/pack.ts';
import type { Clearing } from '../pack/schema.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import { exemptionFor, holds, isPresumed } from './context.ts';
import type { Cues } from './cues.ts';
import type { Match } from './find-matches.ts';
import { isNegated } from './negation.ts';
import { clearingAround } from './rejection.ts';
import type { Words } from './scope.ts';

/** What became of a match: it stands, it never was one, or it is lawful for a reason worth keeping. */
export type Judgment =
  | { readonly verdict: 'stands'; readonly presumed: boolean }
  | { readonly verdict: 'absent' }
  | { readonly verdict: 'lawful'; readonly because: string };

/** Judges one match of one rule in its text; `isShort` says that the text is a slogan. */
export function judge(
  scanned: ScannedText,
  cues: Cues,
  rule: Rule,
  match: Match,
  isShort: boolean,
): Judgment {
  const presumed = rule.needs !== null && !holds(scanned, rule.needs, match);
  if (presumed && !(isShort && isPresumed(scanned, rule, match))) return { verdict: 'absent' };
  if (isIdiom(cues, match) || (match.claim && isIdiom(cues, match.claim)))
    return { verdict: 'lawful', because: 'idiom' };
  if (rule.unless && holds(scanned, rule.unless, match)) return { verdict: 'lawful', because: 'unless' };
  const clearing = clearingOfMatch(scanned.structure, cues, rule, match);
  if (clearing) return { verdict: 'lawful', because: clearing };
  const exemption = exemptionFor(scanned, rule.exemptions, match);
  if (exemption) return { verdict: 'lawful', because: exemption.id };
  return { verdict: 'stands', presumed };
}

function clearingOfMatch(structure: TextStructure, cues: Cues, rule: Rule, match: Match): Clearing | null {
  const isDenied = match.claim && rule.clearedBy.has('negation') && isNegated(structure, cues, match.claim);
  return isDenied ? 'negation' : clearingOf(structure, cues, rule, match);
}

/** How the sentence or its neighbours take the words back, as far as the rule lets them; null when they stand. */
export function clearingOf(
  structure: TextStructure,
  cues: Cues,
  rule: Pick<Rule, 'clearedBy'>,
  words: Words,
): Clearing | null {
  if (rule.clearedBy.has('negation') && isNegated(structure, cues, words)) return 'negation';
  const clearing = clearingAround(structure, cues, words);
  return clearing && rule.clearedBy.has(clearing) ? clearing : null;
}

/** Words that are part of an idiom (`killer deals`, `cure time`) say nothing of what they name. */
export function isIdiom(cues: Cues, match: Words): boolean {
  return cues.of('idiom').some((idiom) => idiom.first <= match.first && idiom.last >= match.last);
}
