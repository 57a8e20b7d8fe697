import type { TextStructure } from '../document/structure.ts';
import type { Rule } from '../pack/pack.ts';
import type { Clearing } from '../pack/schema.ts';
import type { Reading } from '../patterns/run-list.ts';
import { exemptionFor, holds, isPresumed } from './context.ts';
import type { Cues } from './cues.ts';
import type { Hit } from './find.ts';
import { isNegated } from './negation.ts';
import { clearingAround } from './rejection.ts';
import type { Words } from './scope.ts';

/** What became of a hit: it stands, it never was one, or it is lawful for a reason worth keeping. */
export type Judgment =
  | { readonly verdict: 'stands'; readonly presumed: boolean }
  | { readonly verdict: 'absent' }
  | { readonly verdict: 'lawful'; readonly because: string };

/** Judges one hit of one rule in its text; `isShort` says that the text is a slogan. */
export function judge(reading: Reading, cues: Cues, rule: Rule, hit: Hit, isShort: boolean): Judgment {
  const presumed = rule.needs !== null && !holds(reading, rule.needs, hit);
  if (presumed && !(isShort && isPresumed(reading, rule, hit))) return { verdict: 'absent' };
  if (isIdiom(cues, hit) || (hit.claim && isIdiom(cues, hit.claim)))
    return { verdict: 'lawful', because: 'idiom' };
  if (rule.unless && holds(reading, rule.unless, hit)) return { verdict: 'lawful', because: 'unless' };
  const clearing = clearingOfHit(reading.structure, cues, rule, hit);
  if (clearing) return { verdict: 'lawful', because: clearing };
  const exemption = exemptionFor(reading, rule.exemptions, hit);
  if (exemption) return { verdict: 'lawful', because: exemption.id };
  return { verdict: 'stands', presumed };
}

function clearingOfHit(structure: TextStructure, cues: Cues, rule: Rule, hit: Hit): Clearing | null {
  const isDenied = hit.claim && rule.clearedBy.has('negation') && isNegated(structure, cues, hit.claim);
  return isDenied ? 'negation' : clearingOf(structure, cues, rule, hit);
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
export function isIdiom(cues: Cues, hit: Words): boolean {
  return cues.of('idiom').some((idiom) => idiom.first <= hit.first && idiom.last >= hit.last);
}
