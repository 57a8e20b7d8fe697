import type { Candidate, Considered } from '../judge/candidate.ts';
import { exemptionFor, holds } from '../judge/context.ts';
import type { Cues } from '../judge/cues.ts';
import { clearingOf } from '../judge/judge-match.ts';
import type { Words } from '../judge/scope.ts';
import { type Span, spanOfWords } from '../judge/spans.ts';
import type { ApplicableRules } from '../pack/applicable-rules.ts';
import type { Rule } from '../pack/pack.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import { cellOf, type Table } from '../policy/cell.ts';
import { byName, claimsOf } from '../policy/claims.ts';
import { type ClaimWithCell, type Decision, decide } from '../policy/decide.ts';
import { reportScore } from '../policy/report-score.ts';
import { reportedFrom } from '../policy/reported-from.ts';
import type { SentenceReading } from '../reader/read-text.ts';
import { coreOf, placeOf } from './claim-place.ts';
import type { ReadSentences } from './read-sentences.ts';

/** What the reader, the policy table and the text around a sentence make of it. */
export interface JudgedSentence {
  /** Where the sentence stands. */
  readonly place: Span;
  /** The words of it that carry its claim. */
  readonly core: Words;
  /** The place that would be reported. */
  readonly span: Span;
  /** Whether a rule has found a violation at that place: then nothing more is reported there. */
  readonly isFound: boolean;
  /** Probability that it is unlawful, in its text and by itself; null where it was not asked by itself. */
  readonly unlawful: number;
  readonly unlawfulAlone: number | null;
  /** The probability from which on a sentence of this text may be reported. */
  readonly reportedFrom: number;
  /** Probability that a report of it is right, and what it has to reach. */
  readonly score: number;
  readonly scoreMin: number;
  /** The most probable topic, if it is unlawful. */
  readonly topic: string | null;
  readonly claims: readonly ClaimWithCell[];
  readonly decision: Decision;
  /** The rule that reports it or would, if nothing cleared it; null where none does. */
  readonly rule: Rule | null;
  /** What clears it: a key of the pack's reasons, or the id of an exemption or of a lawful row; null where nothing does. */
  readonly because: string | null;
}

/** What was matched in a text before it was read. */
export interface Matched {
  /** Places that are to be reported. */
  readonly found: readonly Candidate[];
  /** The rules' matches that were judged lawful: they clear what is claimed in their sentence, too. */
  readonly lawful: readonly Considered[];
}

/** What sentences are judged with. */
export interface Surroundings {
  readonly scanned: ScannedText;
  readonly cues: Cues;
  readonly rules: Pick<ApplicableRules, 'learnedRules' | 'rowsByClaim'>;
  readonly matched: Matched;
  readonly read: ReadSentences;
  /** How many sentences are more probably unlawful than not. */
  readonly suspicious: number;
  readonly site: string;
  readonly table: Pick<Table, 'sold' | 'made'>;
}

/** A sentence that by itself is less probably unlawful is not reported: a neighbour colours it. */
const aloneMin = 0.2;
/** From here on its claims are what it says by itself, which nothing around it can change. */
export const ownClaimsMin = 0.5;
/**
 * From here on, by itself, the exceptions of rules do not clear what is reported of it: on cases and copy of real businesses
 * the reader was right more often than they were, by far (docs/adr/0050-training-on-what-agencies-decide.md).
 */
const ruleExceptionsBelow = 0.7;

/** From here on no neighbour can have coloured a sentence of so many words so much, and it is not read by itself. */
export const certainMin = 0.97;
const certainWordsMin = 10;

/**
 * Judges one sentence of a text. Where a rule has found a violation nothing that is read is reported, so that the sentence is
 * not read by itself: that takes another run of the encoder. Null where there is no such sentence.
 */
export function judgeSentence(at: number, around: Surroundings): JudgedSentence | null {
  const { scanned, rules, matched, read, site } = around;
  const words = scanned.structure.sentences[at];
  const inText = read.sentences[at];
  const law = read.model.law.get(site);
  if (!words || !inText || !law) return null;
  const { unlawful } = inText;
  const place = spanOfWords(scanned.structure, words.first, words.last);
  const core = coreOf(scanned, read.carryingAt(at), words);
  const span = placeOf(scanned, words, core);
  const isFound = matched.found.some((one) => one.rule.risk === 'violation' && overlap(one.span, span));
  const from = reportedFrom(law.reportThreshold, read.sentences.length);
  const isAsked = !isFound && unlawful >= from;
  const length = lengthOf(words, scanned);
  const isCertain = unlawful >= certainMin && length >= certainWordsMin;
  const own = isAsked && !isCertain ? read.alone(at) : undefined;
  const said = own && own.unlawful >= ownClaimsMin ? own : inText;
  const claims = claimsOf(said, read.model).map((claim): ClaimWithCell => {
    const rows = rules.rowsByClaim.get(claim.name) ?? [];
    const isNeeded = ({ needs }: (typeof rows)[number]): boolean =>
      needs === null || holds(scanned, needs, core);
    return { ...claim, cell: cellOf(claim.name, { ...around.table, rows }, isNeeded) };
  });
  const isSure = isCertain || (own !== undefined && own.unlawful >= ruleExceptionsBelow);
  const isMeant = isFound || isCertain || (own !== undefined && own.unlawful >= aloneMin);
  const topics = byName(law.head.names.slice(1), said.topics);
  const unlawfulAlone = own?.unlawful ?? null;
  const score = reportScore({
    unlawful,
    unlawfulAlone,
    claims,
    words: length,
    suspicious: around.suspicious,
  });
  const decision = decide({
    claims,
    isReported: isMeant && unlawful >= from,
    isSure: score >= law.reportScoreMin,
    topicProbability: (topic) => topics.get(topic) ?? 0,
  });
  const rule = ruleOf(decision, said, rules);
  return {
    ...{ place, core, span, isFound, unlawful, claims, decision, rule },
    unlawfulAlone,
    reportedFrom: from,
    score,
    scoreMin: law.reportScoreMin,
    topic: said.topic,
    because: rule && becauseOf({ decision, rule, core, place, isSure }, around),
  };
}

/** The shortest text that clears anything has so many words in English, and in each language says about as much. */
const englishTextWordsMin = 20;
/** A sentence that is the whole text is no name of goods above its description, however short. */
const onlySentenceWordsMin = 12;

/** Counts the words of a sentence, in Chinese characters and marks, as if it were English. */
function lengthOf({ first, last }: Words, { structure: { language, sentences } }: ScannedText): number {
  const words = ((last - first) * englishTextWordsMin) / language.textWordsMin;
  return sentences.length === 1 ? Math.max(words, onlySentenceWordsMin) : words;
}

function ruleOf(
  decision: Decision,
  { topic }: SentenceReading,
  { learnedRules }: Surroundings['rules'],
): Rule | null {
  if (decision.kind === 'nothing') return null;
  if (decision.kind === 'row' || decision.kind === 'mentioned') return decision.cell.row.rule;
  return learnedRules.get(topic ?? '') ?? null;
}

/** Describes a report before it is cleared or made. */
interface Report {
  readonly decision: Decision;
  readonly rule: Rule;
  readonly core: Words;
  readonly place: Span;
  /** True if the sentence says it so clearly by itself that exceptions of rules do not clear it. */
  readonly isSure: boolean;
}

function becauseOf(
  { decision, rule, core, place, isSure }: Report,
  { scanned, cues, matched: { lawful } }: Surroundings,
): string | null {
  if (decision.kind === 'policy') return decision.cell.row.id;
  if (decision.kind === 'mentioned') return 'mentioned';
  const isClaim = rule.finder.kind === 'claim';
  if (isClaim && rule.unless && holds(scanned, rule.unless, core)) return 'unless';
  return (
    clearingOf(scanned.structure, cues, rule, core) ??
    exemptionFor(scanned, rule.exemptions, core)?.id ??
    clearedIn(place, isSure ? lawful.filter(({ because }) => because !== 'unless') : lawful)
  );
}

/** Why a rule's match in the sentence was judged lawful, or null. */
export const clearedIn = (sentence: Span, lawful: readonly Considered[]): string | null =>
  lawful.find((match) => overlap(match, sentence))?.because ?? null;

const overlap = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;
