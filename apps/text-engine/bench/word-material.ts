import type { CustomWord } from '../src/domain/words/custom-words.ts';

/** Mulberry32: small, seeded, good enough for made-up words. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const syllables = 'ba co di fu ge ha ji ko lu ma ne po ri sa te vo wi zu bel cor den fin gar mon'.split(' ');
const common =
  'soft clean fresh daily light oil cream hair skin body care baby dog gift size color cotton summer winter ' +
  'strong safe gentle clear smooth fast simple order shipping price sale today offer shop brand quality perfect ' +
  'natural organic pure blend taste sweet fruit green tea coffee snack kitchen energy protein formula plant';
const words = common.split(' ');

/**
 * So many words as sellers keep: half of them names of brands, half two or three common words that also stand in texts
 * without the others; every third needs word boundaries, every fifth says what to write instead.
 */
export function makeWords(count: number): CustomWord[] {
  const next = random(20_261_121);
  const pick = (from: readonly string[]) => from[Math.floor(next() * from.length)] ?? '';
  const brand = () => Array.from({ length: 2 + Math.floor(next() * 3) }, () => pick(syllables)).join('');
  const phrase = () => Array.from({ length: 2 + Math.floor(next() * 2) }, () => pick(words)).join(' ');
  const texts = new Set<string>();
  while (texts.size < count) texts.add(texts.size % 2 ? phrase() : brand());
  return [...texts].map((word, index) => ({
    word,
    library: 'general',
    note: null,
    matchType: index % 3 ? 'keyword' : 'phrase',
    replacement: index % 5 ? null : 'something else',
  }));
}

/** Texts of 5,000 characters, in which one word of the list stands about every 100 characters. */
export function makeTexts(count: number, list: readonly CustomWord[]): string[] {
  const next = random(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < 5_000) {
      const sentence = Array.from({ length: 12 }, () => pick(words)).join(' ');
      text += `Our ${sentence} is made by ${pick(list).word}. `;
    }
    return text.slice(0, 5_000);
  });
}
