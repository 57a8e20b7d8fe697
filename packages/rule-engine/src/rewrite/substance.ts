import type { Connectives } from '../language/language.ts';
import { factsIn } from './facts.ts';

/** Words that a rewrite must have beside prices, greetings and calls to buy; characters where there are no spaces. */
interface Least {
  readonly min: number;
  readonly max: number;
  /** The share of those of its original, between these bounds. */
  readonly share: number;
}

/** A rewrite that keeps of the first sentence what is spoken of is about something, however short. */
const opened = {
  spaced: { min: 2, max: 6, share: 0.15 },
  unspaced: { min: 4, max: 12, share: 0.15 },
} as const satisfies Record<string, Least>;
/**
 * Without it, less is a heap of particulars: of 12 rewrites below 35 % of their original that were read by hand, 4 read well
 * and had no risk left.
 */
const unopened = {
  spaced: { min: 5, max: 20, share: 0.35 },
  unspaced: { min: 10, max: 40, share: 0.35 },
} as const satisfies Record<string, Least>;
/** Words, or characters, of the first sentence that must be there for it to be told what is spoken of. */
const openingMin = { spaced: 2, unspaced: 4 } as const;

/** Tells whether a rewrite still says something of what its original was about. */
export function hasSubstance(original: string, text: string, language: Connectives): boolean {
  const writing = language.spaced ? 'spaced' : 'unspaced';
  const { min, max, share } = (isOpened(original, text, language) ? opened : unopened)[writing];
  const wanted = Math.min(max, Math.max(min, contentLength(original, language) * share));
  return contentLength(text, language) >= wanted;
}

/** Tells whether a rewrite begins with words of the sentence that its original begins with. */
function isOpened(original: string, text: string, language: Connectives): boolean {
  const known = new Set(wordsOf(firstSentence(original), language));
  const there = wordsOf(firstSentence(text), language).filter((word) => known.has(word));
  return there.length >= openingMin[language.spaced ? 'spaced' : 'unspaced'];
}

const firstSentence = (text: string): string =>
  /[^.!?。！？\n]*[\p{L}\p{N}][^.!?。！？\n]*/u.exec(text)?.[0] ?? '';

/** Counts the words, in writing without spaces the characters, that are no filler, number, link question or aside in brackets. */
export const contentLength = (text: string, language: Connectives): number => wordsOf(text, language).length;

function wordsOf(text: string, { filler, spaced }: Connectives): readonly string[] {
  const told = text
    .split(/(?<=[.!?。！？\n])/u)
    .filter((sentence) => !/[?？]$/u.test(sentence))
    .join('');
  const words = factsIn(told)
    .reduce((rest, fact) => rest.replace(fact, ' '), told)
    .replace(/（[^（）]*）|\([^()]*\)|\[[^[\]]*\]/gu, ' ')
    .replace(filler, ' ');
  return words.toLowerCase().match(spaced ? /\p{L}{2,}/gu : /\p{Script=Han}|\p{L}+/gu) ?? [];
}
