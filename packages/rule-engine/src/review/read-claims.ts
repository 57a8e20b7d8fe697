import { wordAt } from '../document/structure.ts';
import type { Candidate, Considered } from '../judge/candidate.ts';
import type { Cues } from '../judge/cues.ts';
import { type Span, spanOfWords } from '../judge/spans.ts';
import type { ApplicableRules } from '../pack/applicable-rules.ts';
import type { Selection } from '../pack/dimensions.ts';
import type { CompiledPack, Rule } from '../pack/pack.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import { byName, claimsOf } from '../policy/claims.ts';
import { rewordedRule } from '../policy/rewording.ts';
import { type Sold, soldOf } from '../policy/sold.ts';
import type { Reader, SentenceReading } from '../reader/read-text.ts';
import { clearedTogether } from './cleared-together.ts';
import { clearedIn, type JudgedSentence, judgeSentence, type Matched } from './judge-sentence.ts';
import { type ReadSentences, readSentences } from './read-sentences.ts';

/** What the reader says of a text. */
export interface ReadClaims {
  /** Null where nothing is read. */
  readonly judged: JudgedSentences | null;
  readonly candidates: readonly Candidate[];
  /** Claims that their surroundings or the policy clear, or that are only mentioned. */
  readonly considered: readonly Considered[];
  /** Whether the sentences at a place read like lawful copy, each in its text and by itself. */
  readonly isLawfulAt: (span: Span) => boolean;
  /** Whether they clearly do. */
  readonly isClearlyLawfulAt: (span: Span) => boolean;
  /** Whether there is hardly a doubt, also of what each says by itself. */
  readonly isCertainlyLawfulAt: (span: Span) => boolean;
  /** Whether there is hardly a doubt of any sentence, each in its text. */
  readonly isTextCertainlyLawful: boolean;
  /** Returns a rule that found something at a place, in the words that fit what is sold. */
  readonly reworded: (rule: Rule, span: Span) => Rule;
  /** Highest probability of a sentence that it is unlawful; 0 without a reader. */
  readonly probability: number;
}

/** The parts of an engine that read. */
export interface Reading {
  readonly reader: Reader | null;
  readonly pack: Pick<CompiledPack, 'meta'>;
}

/** What the reader and the policy table say of each sentence, and how they were read. */
export interface JudgedSentences {
  /** The text that was read, of the same length as the one submitted: what addresses its reviewers is blank. */
  readonly text: string;
  readonly read: ReadSentences;
  readonly sold: Sold;
  readonly sentences: readonly JudgedSentence[];
}

/** A sentence is suspicious from here on. */
const suspiciousMin = 0.5;

/**
 * Reads every sentence with its text and asks the policy table what the law says of its claims.
 * @returns null where nothing is read
 */
function judgeSentences(
  scanned: ScannedText,
  cues: Cues,
  { reader, pack }: Reading,
  rules: ApplicableRules,
  selection: Selection,
  matched: Matched,
): JudgedSentences | null {
  const read = readSentences(scanned, reader, pack.meta.id);
  if (!read) return null;
  const { model } = read;
  const sold = soldOf(byName(model.sold.names, read.sold), selection, pack.meta);
  const made = new Set(
    read.sentences.flatMap((sentence) =>
      claimsOf(sentence, model).flatMap(({ name, state }) => (state === 'made' ? [name] : [])),
    ),
  );
  const suspicious = read.sentences.filter(({ unlawful }) => unlawful >= suspiciousMin).length;
  const around = {
    scanned,
    cues,
    rules,
    matched,
    read,
    suspicious,
    site: pack.meta.id,
    table: { sold, made },
  };
  return {
    text: scanned.structure.text,
    read,
    sold,
    sentences: clearedTogether(read.sentences.flatMap((_, at) => judgeSentence(at, around) ?? [])),
  };
}

/**
 * Reads every sentence with its text. One that is probably unlawful is a finding of the policy row that forbids what it
 * claims; where the table does not know what that is, of the `learned` rule of its topic. Without such a rule here it is left
 * out. What clears a match of a rule clears it, too: turns of speech that reach its words, an exemption, and whatever made a
 * match in its sentence lawful. Where a rule has found a violation nothing is added.
 */
export function readClaims(
  scanned: ScannedText,
  cues: Cues,
  engine: Reading,
  rules: ApplicableRules,
  selection: Selection,
  matched: Matched,
): ReadClaims {
  const judged = judgeSentences(scanned, cues, engine, rules, selection, matched);
  const { structure } = scanned;
  const { tokens, sentenceOf } = structure;
  const law = engine.reader?.model.law.get(engine.pack.meta.id);
  if (!judged || !law) {
    const never = (): boolean => false;
    const reworded = (rule: Rule): Rule => rule;
    return {
      judged,
      candidates: [],
      considered: [],
      isLawfulAt: never,
      isClearlyLawfulAt: never,
      isCertainlyLawfulAt: never,
      isTextCertainlyLawful: false,
      reworded,
      probability: 0,
    };
  }
  const { read, sold } = judged;
  const { sentences } = read;
  const candidates: Candidate[] = [];
  const considered: Considered[] = [];
  for (const { place, core, span, rule, because, decision, isFound } of judged.sentences) {
    if (!rule) continue;
    // A rule has said so already.
    const isSaid = decision.kind === 'mentioned' ? clearedIn(place, matched.lawful) !== null : isFound;
    if (isSaid) continue;
    if (because !== null) considered.push({ ruleId: rule.id, ...span, because });
    else {
      const carrying = spanOfWords(structure, core.first, core.last);
      candidates.push({ rule, span, core: carrying, folds: [], source: 'model', isAcross: false });
    }
  }
  const sentencesAt = ({ start, end }: Span): { first: number; last: number } => {
    const first = sentenceOf[wordAt(tokens, start)] ?? 0;
    return { first, last: sentenceOf[wordAt(tokens, end - 1)] ?? first };
  };
  const isBelow =
    (threshold: number, thresholdAlone = law.lawfulThreshold) =>
    (span: Span): boolean => {
      const { first, last } = sentencesAt(span);
      for (let at = first; at <= last; at++) if ((sentences[at]?.unlawful ?? 0) >= threshold) return false;
      // Only then, since each takes a run of the encoder.
      for (let at = first; at <= last; at++)
        if ((read.alone(at)?.unlawful ?? 0) >= thresholdAlone) return false;
      return true;
    };
  const reworded = (rule: Rule, span: Span): Rule => {
    if (sold.certain === null || rule.wordingIdByRow.size === 0) return rule;
    const { first, last } = sentencesAt(span);
    const said = sentences.slice(first, last + 1);
    const rowOf = new Map(read.model.made.names.map((name, at) => [name, at]));
    const probabilityOf = (claim: string): number =>
      Math.max(0, ...said.map(({ made }) => made[rowOf.get(claim) ?? -1] ?? 0));
    return rewordedRule(rule, rules.policy, sold.certain, probabilityOf);
  };
  const probability = sentences.reduce((most, { unlawful }: SentenceReading) => Math.max(most, unlawful), 0);
  return {
    judged,
    candidates,
    considered,
    isLawfulAt: isBelow(law.lawfulThreshold),
    isClearlyLawfulAt: isBelow(law.clearlyLawfulThreshold),
    isCertainlyLawfulAt: isBelow(law.certainlyLawfulThreshold, law.clearlyLawfulThreshold),
    isTextCertainlyLawful: probability < law.certainlyLawfulThreshold,
    reworded,
    probability,
  };
}
