import { wordAt } from '../document/structure.ts';
import type { Candidate, Considered } from '../judge/candidate.ts';
import { exemptionFor } from '../judge/context.ts';
import type { Cues } from '../judge/cues.ts';
import { clearingOf } from '../judge/judge-match.ts';
import type { Words } from '../judge/scope.ts';
import { type Span, spanOf, spanOfWords } from '../judge/spans.ts';
import type { CompiledPack, Rule } from '../pack/pack.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import type { Reader, SentenceReading, TextReading } from '../reader/read-text.ts';

/** What the reader says of a text. */
export interface ReadClaims {
  readonly candidates: readonly Candidate[];
  /** Claims that their surroundings clear. */
  readonly considered: readonly Considered[];
  /** Whether the sentences at a place read like lawful copy, each in its text and by itself. */
  readonly isLawfulAt: (span: Span) => boolean;
  /** Whether they clearly do. */
  readonly isClearlyLawfulAt: (span: Span) => boolean;
  /** Highest probability of a sentence that it is unlawful; 0 without a reader. */
  readonly probability: number;
}

/** The parts of an engine that read. */
export interface Reading {
  readonly reader: Reader | null;
  readonly pack: Pick<CompiledPack, 'meta'>;
}

/**
 * Reads every sentence with its text. One that is probably unlawful is a claim of the `learned` rule of its topic, with
 * that rule's citation, severity and platforms; without such a rule here it is left out.
 * What clears a match of a rule clears it, too: turns of speech that reach its words, an exemption, and whatever made a match
 * in its sentence lawful.
 * @param learnedRules the `learned` rules that apply here, by topic
 * @param lawful the rules' matches that were judged lawful
 */
export function readClaims(
  scanned: ScannedText,
  cues: Cues,
  { reader, pack }: Reading,
  learnedRules: ReadonlyMap<string, Rule>,
  lawful: readonly Considered[],
): ReadClaims {
  const law = reader?.model.law.get(pack.meta.id);
  const { structure } = scanned;
  const { sentences, tokens, sentenceOf } = structure;
  if (!reader || !law || sentences.length === 0) {
    const never = (): boolean => false;
    return { candidates: [], considered: [], isLawfulAt: never, isClearlyLawfulAt: never, probability: 0 };
  }
  const starts = sentences.map(({ first }, at) => (at === 0 ? 0 : (tokens[first]?.start ?? 0)));
  const reading = reader.read(structure.text, starts, pack.meta.id);
  /** What a sentence says by itself: what stands around it colours it, and can be written for that. */
  const alone = (at: number): SentenceReading | undefined => {
    const first = tokens[sentences[at]?.first ?? 0]?.start ?? 0;
    const own = structure.text.slice(first, starts[at + 1] ?? structure.text.length);
    return reader.read(own, [0], pack.meta.id).sentences[0];
  };
  const candidates: Candidate[] = [];
  const considered: Considered[] = [];
  for (const [at, sentence] of reading.sentences.entries()) {
    const words = sentences[at];
    if (!words || sentence.unlawful < law.reportThreshold) continue;
    const own = alone(at);
    if (!own || own.unlawful < aloneMin) continue;
    const rule = learnedRules.get((own.unlawful < ownTopicMin ? sentence : own).topic ?? '');
    if (!rule) continue;
    const core = coreOf(scanned, reading, words);
    const span = placeOf(scanned, words, core);
    const because =
      clearingOf(structure, cues, rule, core) ??
      exemptionFor(scanned, rule.exemptions, core)?.id ??
      clearedIn(spanOfWords(structure, words.first, words.last), lawful);
    if (because !== null) considered.push({ ruleId: rule.id, ...span, because });
    else {
      const place = spanOfWords(structure, core.first, core.last);
      candidates.push({ rule, span, core: place, folds: [], source: 'model' });
    }
  }
  const isBelow =
    (threshold: number) =>
    ({ start, end }: Span): boolean => {
      const first = sentenceOf[wordAt(tokens, start)] ?? 0;
      const last = sentenceOf[wordAt(tokens, end - 1)] ?? first;
      for (let at = first; at <= last; at++) {
        if (
          (reading.sentences[at]?.unlawful ?? 0) >= threshold ||
          (alone(at)?.unlawful ?? 0) >= law.lawfulThreshold
        )
          return false;
      }
      return true;
    };
  return {
    candidates,
    considered,
    isLawfulAt: isBelow(law.lawfulThreshold),
    isClearlyLawfulAt: isBelow(law.clearlyLawfulThreshold),
    probability: reading.sentences.reduce(
      (most, { unlawful }: SentenceReading) => Math.max(most, unlawful),
      0,
    ),
  };
}

/** Why a rule's match in the sentence was judged lawful, or null. */
const clearedIn = ({ start, end }: Span, lawful: readonly Considered[]): string | null =>
  lawful.find((match) => match.start < end && start < match.end)?.because ?? null;

/** A sentence that by itself is less probably unlawful is not reported: a neighbour colours it. */
const aloneMin = 0.3;
/** From here on its topic is what it says by itself, which nothing around it can change. */
const ownTopicMin = 0.5;

/** A short sentence is reported whole; of a longer one the clause of the claim, if that is not tiny. */
function placeOf({ structure }: ScannedText, sentence: Words, core: Words): Span {
  const { sentenceMax, clauseMin } = structure.language.reported;
  const whole = spanOfWords(structure, sentence.first, sentence.last);
  if (whole.end - whole.start <= sentenceMax) return whole;
  const clause = spanOf(structure, { ...core, folds: [], offsets: null }, 'clause');
  return clause.end - clause.start < clauseMin ? whole : clause;
}

/** From this probability on a word is taken to carry the claim. */
const carriesMin = 0.5;
/** Words between two that carry it, at most, which are taken along. */
const gapMax = 2;

/** Returns the words of a sentence that carry its claim: the longest run of them; the whole sentence where none does. */
function coreOf({ structure }: ScannedText, { tokens, carries }: TextReading, sentence: Words): Words {
  const { start, end } = spanOfWords(structure, sentence.first, sentence.last);
  let longest: Words | null = null;
  let open: { first: number; last: number } | null = null;
  for (let at = 0; at < carries.length; at++) {
    if ((carries[at] ?? 0) < carriesMin || (tokens.starts[at] ?? 0) >= end || (tokens.ends[at] ?? 0) <= start)
      continue;
    const first = Math.max(sentence.first, wordAt(structure.tokens, tokens.starts[at] ?? 0));
    const last = Math.min(sentence.last, wordAt(structure.tokens, (tokens.ends[at] ?? 1) - 1) + 1);
    if (last <= first) continue;
    open = open !== null && first - open.last <= gapMax ? { first: open.first, last } : { first, last };
    if (!longest || open.last - open.first > longest.last - longest.first) longest = open;
  }
  return longest ?? sentence;
}
