import type { Cues } from '../judge/cues.ts';
import type { ImpliedFinder, Sign } from '../pack/pack.ts';
import type { Occurrence } from '../patterns/occurrence.ts';
import { runAll, type ScannedText } from '../patterns/scanned-text.ts';

/** Weight needed in addition where the seller also denies effects of the product, or refers the reader to a doctor. */
const honestyWeight = 3;
const referralWeight = 2;
/** Weight of an ending that is unambiguous by itself: that of several signs. */
const outcomeWeight = 3;

interface Ending {
  readonly occurrence: Occurrence;
  readonly sentence: number;
  readonly weight: number;
}

/**
 * Finds the endings of a named condition: in each sentence after the condition the signs of a recovery are
 * weighed, with the time they are told in and the story around them. A linear model whose features and
 * weights are the pack's. Gives the words that carry each ending, the weightiest sentences first.
 *
 * @param stands whether a mention is meant, and not denied, asked or rejected
 */
export function endingsOf(
  scanned: ScannedText,
  cues: Cues,
  finder: ImpliedFinder,
  stands: (occurrence: Occurrence) => boolean,
): Occurrence[] {
  const subjects = runAll(scanned, finder.subject).filter(
    (subject) => !isNeutral(scanned, finder, subject) && stands(subject),
  );
  if (subjects.length === 0) return [];
  const weightAt = (at: Sign['at']): number =>
    weightOf(
      finder.signs.filter((sign) => sign.at === at),
      (sign) => runAll(scanned, sign.patterns).length > 0,
    );
  const credit = weightAt('credit');
  if (credit === 0) return [];
  const story = credit + weightAt('story');
  const doubt =
    (cues.of('honest').length > 0 ? honestyWeight : 0) +
    (cues.of('referral').length > 0 ? referralWeight : 0);
  const needed = finder.threshold + doubt;
  const credited = creditedFrom(scanned, finder);
  const rank = ({ weight, sentence }: Ending): number => weight + (sentence > credited ? 2 : 0);
  const endings = endingsBySentence(scanned, finder, subjects, stands)
    .filter(({ sentence, weight }) => weight + timeWeight(scanned, finder, sentence) + story >= needed)
    .sort((a, b) => rank(b) - rank(a) || b.sentence - a.sentence)
    .filter(({ weight, sentence }, at) => at === 0 || (weight >= outcomeWeight && sentence >= credited))
    .map(({ occurrence }) => occurrence);
  if (endings.length > 0 || doubt > 0 || credit < creditMin || story < finder.threshold - 1) return endings;
  return [afterCredit(scanned, credited)].filter(stands);
}

/** Several credits for one condition tell the ending even where no sign of it is known. */
const creditMin = 2;
const endingWordsMin = 5;

/** The sentence after the remedy appears, or that one when the next says little. */
function afterCredit({ structure }: ScannedText, credited: number): Occurrence {
  const here = structure.sentences[credited];
  const next = structure.sentences[credited + 1];
  const long = next && next.last - next.first >= endingWordsMin ? next : here;
  return { first: long?.first ?? 0, last: long?.last ?? 1, folds: [] };
}

/** The sentence in which the remedy first appears: what follows it is likelier the ending. */
function creditedFrom(scanned: ScannedText, finder: ImpliedFinder): number {
  const credits = finder.signs
    .filter((sign) => sign.at === 'credit')
    .flatMap((sign) => runAll(scanned, sign.patterns));
  return Math.min(...credits.map((credit) => scanned.structure.sentenceOf[credit.first] ?? 0));
}

function isNeutral(scanned: ScannedText, finder: ImpliedFinder, subject: Occurrence): boolean {
  const { sentenceOf } = scanned.structure;
  return runAll(scanned, finder.neutral).some(
    (neutral) => sentenceOf[neutral.first] === sentenceOf[subject.first],
  );
}

function weightOf(signs: readonly Sign[], holds: (sign: Sign) => boolean): number {
  return signs.reduce((sum, sign) => sum + (holds(sign) ? sign.weight : 0), 0);
}

/** Each sentence's result words, hulled, and what they weigh together. */
function endingsBySentence(
  scanned: ScannedText,
  finder: ImpliedFinder,
  subjects: readonly Occurrence[],
  stands: (occurrence: Occurrence) => boolean,
): Ending[] {
  const { sentenceOf } = scanned.structure;
  const bySentence = new Map<number, Ending>();
  const add = (occurrence: Occurrence, weight: number): void => {
    const sentence = sentenceOf[occurrence.first] ?? 0;
    const known = bySentence.get(sentence);
    const heavier = !known || weight > known.weight ? occurrence : known.occurrence;
    bySentence.set(sentence, { occurrence: heavier, sentence, weight: (known?.weight ?? 0) + weight });
  };
  const results = [
    { weight: outcomeWeight, patterns: finder.outcome, sentencesMin: -1 },
    ...finder.signs.filter((sign) => sign.at === 'result').map((sign) => ({ ...sign, sentencesMin: 1 })),
  ];
  for (const { weight, patterns, sentencesMin } of results) {
    const seen = new Set<number>();
    for (const occurrence of runAll(scanned, patterns)) {
      const sentence = sentenceOf[occurrence.first] ?? 0;
      if (seen.has(sentence) || !isToldOf(scanned, occurrence, subjects, [sentencesMin, finder.sentences]))
        continue;
      if (!stands(occurrence)) continue;
      seen.add(sentence);
      add(occurrence, weight);
    }
  }
  return [...bySentence.values()];
}

/** An ending belongs to a subject named before it; one that speaks for itself may stand in its sentence or before. */
function isToldOf(
  scanned: ScannedText,
  ending: Occurrence,
  subjects: readonly Occurrence[],
  [sentencesMin, sentencesMax]: readonly [number, number],
): boolean {
  const { sentenceOf } = scanned.structure;
  return subjects.some((subject) => {
    const away = (sentenceOf[ending.first] ?? 0) - (sentenceOf[subject.first] ?? 0);
    const apart = subject.last <= ending.first || ending.last <= subject.first;
    return apart && away >= sentencesMin && away <= sentencesMax;
  });
}

/** Weight of the time words in the sentence or right beside it. */
function timeWeight(scanned: ScannedText, finder: ImpliedFinder, sentence: number): number {
  const { sentenceOf } = scanned.structure;
  return weightOf(
    finder.signs.filter((sign) => sign.at === 'time'),
    (sign) =>
      runAll(scanned, sign.patterns).some(
        (found) => Math.abs((sentenceOf[found.first] ?? 0) - sentence) <= 1,
      ),
  );
}
