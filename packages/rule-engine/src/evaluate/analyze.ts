import type { Candidate, Considered } from '../judge/candidate.ts';
import { isSlogan, mayHold } from '../judge/context.ts';
import { type Cues, cuesOf } from '../judge/cues.ts';
import { findMatches } from '../judge/find-matches.ts';
import { judgeMatch } from '../judge/judge-match.ts';
import type { ApplicableRules } from '../pack/applicable-rules.ts';
import type { Selection } from '../pack/dimensions.ts';
import { rowOf } from '../patterns/prefilter.ts';
import { scanText } from '../patterns/scan-text.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import { injectionsIn, without } from '../review/prompt-injection.ts';
import type { JudgedSentences } from '../review/read-claims.ts';
import { review } from '../review/review.ts';
import type { Engine } from './engine.ts';

/** The working state behind an evaluation: for rewriting, replacements and the brief of a second reviewer. */
export interface Analysis {
  readonly scanned: ScannedText;
  readonly cues: Cues;
  /** The rules that apply where the text is published. */
  readonly rules: ApplicableRules;
  /** Whether the text addresses its reviewers, human or not. */
  readonly hasInjection: boolean;
  readonly candidates: readonly Candidate[];
  readonly considered: readonly Considered[];
  /** What was read of each sentence, and what was made of it; null where nothing is read. */
  readonly judged: JudgedSentences | null;
  /** Calibrated probability, by the reader, that a sentence of it is unlawful; the highest, 0 without a reader. */
  readonly probability: number;
}

/**
 * Scans, matches, judges and reviews a text: the steps of `evaluate` before findings are assembled.
 * @param selection where the text is published, by the dimensions of the pack
 */
export function analyze(text: string, engine: Engine, selection: Selection): Analysis {
  const scanned = scanText(text, engine);
  const cues = cuesOf(scanned, engine.pack.grammar);
  const rules = engine.rulesFor(selection);
  const injections = injectionsIn(scanned, cues);
  const judged = judgeAll(scanned, cues, rules, isSlogan(scanned, injections));
  const hasInjection = injections.length > 0;
  // The reviewer reads the text as a whole, so what was written to influence it is kept from it.
  const reviewed = hasInjection ? scanText(without(text, injections), engine) : scanned;
  const reviewedCues = hasInjection ? cuesOf(reviewed, engine.pack.grammar) : cues;
  const outcome = review(
    reviewed,
    reviewedCues,
    engine,
    rules,
    selection,
    judged.candidates,
    judged.considered,
    hasInjection,
  );
  return {
    scanned,
    cues,
    rules,
    hasInjection,
    candidates: outcome.candidates,
    considered: [...judged.considered, ...outcome.considered],
    judged: outcome.judged,
    probability: outcome.probability,
  };
}

interface Judged {
  readonly candidates: readonly Candidate[];
  readonly considered: readonly Considered[];
}

/** Judges every match of every applicable rule. */
function judgeAll(
  scanned: ScannedText,
  cues: Cues,
  { matching, gates }: ApplicableRules,
  isShort: boolean,
): Judged {
  const candidates: Candidate[] = [];
  const considered: Considered[] = [];
  const presumed: Candidate[] = [];
  const missing = new Set<string>();
  for (let at = 0; at < matching.length; at++) {
    const gate = gates[at] ?? -1;
    const rule = gate < 0 || rowOf(scanned, gate) !== 0 ? matching[at] : undefined;
    if (!rule) continue;
    if (rule.finder.kind === 'missing' && missing.has(rule.topic)) continue;
    if (rule.needs && !mayHold(scanned, rule.needs) && !(rule.presumed && isShort)) continue;
    for (const match of findMatches(scanned, rule)) {
      const outcome = judgeMatch(scanned, cues, rule, match, isShort);
      if (outcome === null) continue;
      if ('because' in outcome) {
        considered.push(outcome);
        continue;
      }
      (outcome.isPresumed ? presumed : candidates).push(outcome.candidate);
      if (rule.finder.kind !== 'missing') continue;
      // A statement is missing once, however often and by however many rules the text makes it necessary.
      missing.add(rule.topic);
      break;
    }
  }
  // Words that name what they are about are judged by that alone.
  const isKnown = ({ span }: Candidate): boolean =>
    candidates.some((other) => other.span.start < span.end && span.start < other.span.end);
  const bare = presumed.filter((one) => !isKnown(one));
  return { candidates: bare.length > 0 ? [...candidates, ...bare] : candidates, considered };
}
