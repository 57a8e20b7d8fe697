import type { Hit } from '../match/find.ts';
import type { Reading } from '../match/run-program.ts';
import type { Rule } from '../rules/pack.ts';
import { exemptionFor, holds } from './context.ts';
import type { Cues } from './cues.ts';
import { isNegated } from './negation.ts';
import { clearingAround } from './rejection.ts';

/** What became of a hit: it stands, it never was one, or it is lawful for a reason worth keeping. */
export type Judgment =
  | { readonly verdict: 'stands' }
  | { readonly verdict: 'absent' }
  | { readonly verdict: 'lawful'; readonly because: string };

/** Judges one hit of one rule in its text. */
export function judge(reading: Reading, cues: Cues, rule: Rule, hit: Hit): Judgment {
  if (rule.needs && !holds(reading, rule.needs, hit)) return { verdict: 'absent' };
  if (isIdiom(cues, hit)) return { verdict: 'lawful', because: 'idiom' };
  if (rule.unless && holds(reading, rule.unless, hit)) return { verdict: 'lawful', because: 'unless' };
  if (rule.clearedBy.has('negation') && isNegated(reading.structure, cues, hit)) {
    return { verdict: 'lawful', because: 'negation' };
  }
  const clearing = clearingAround(reading.structure, cues, hit);
  if (clearing && rule.clearedBy.has(clearing)) return { verdict: 'lawful', because: clearing };
  const exemption = exemptionFor(reading, rule.exemptions, hit);
  if (exemption) return { verdict: 'lawful', because: exemption.id };
  return { verdict: 'stands' };
}

/** Words that are part of an idiom (`killer deals`, `cure time`) say nothing of what they name. */
function isIdiom(cues: Cues, hit: Hit): boolean {
  return cues.of('idiom').some((idiom) => idiom.first < hit.last && hit.first < idiom.last);
}
