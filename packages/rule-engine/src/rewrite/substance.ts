import type { Connectives } from '../language/language.ts';
import { factsIn } from './facts.ts';

/** Words, or Chinese characters, that a rewrite must say beside prices, greetings and calls to buy. */
const least = { spaced: { min: 2, max: 6 }, unspaced: { min: 4, max: 12 } } as const;
/** The share of those of its original that it must say, between these bounds. */
const leastShare = 0.15;

/** Tells whether a rewrite still says something of what its original was about. */
export function hasSubstance(original: string, text: string, language: Connectives): boolean {
  const { min, max } = least[language.spaced ? 'spaced' : 'unspaced'];
  const wanted = Math.min(max, Math.max(min, contentLength(original, language) * leastShare));
  return contentLength(text, language) >= wanted;
}

/** Counts the words, in writing without spaces the characters, that are no filler, number, link question or aside in brackets. */
export function contentLength(text: string, { filler, spaced }: Connectives): number {
  const told = text
    .split(/(?<=[.!?。！？\n])/u)
    .filter((sentence) => !/[?？]$/u.test(sentence))
    .join('');
  const words = factsIn(told)
    .reduce((rest, fact) => rest.replace(fact, ' '), told)
    .replace(/（[^（）]*）|\([^()]*\)|\[[^[\]]*\]/gu, ' ')
    .replace(filler, ' ');
  return (words.match(spaced ? /\p{L}{2,}/gu : /\p{Script=Han}|\p{L}+/gu) ?? []).length;
}
