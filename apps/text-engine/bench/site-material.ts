import type { CompiledSources } from '@redline/rule-engine/pack';
import type { CustomWord } from '../src/domain/words/custom-words.ts';
import { random } from './word-material.ts';

const hitShare = 0.25;

/**
 * Copy of a site, made of what the authors of its rules have written: a sentence that violates for every
 * three that come close to it, which is more than sellers write.
 */
export function copyOf(examples: CompiledSources['examples'], textCount: number, length: number): string[] {
  const next = random(11);
  const textsOf = (list: 'hit' | 'miss') =>
    [...examples.values()].flatMap((of) => of[list]).map((one) => (typeof one === 'string' ? one : one.text));
  const [hits, misses] = [textsOf('hit'), textsOf('miss')];
  const any = (list: readonly string[]): string => list[Math.floor(next() * list.length)] ?? '';
  return Array.from({ length: textCount }, () => {
    let text = '';
    while (text.length < length) text += `${any(next() < hitShare ? hits : misses)}\n`;
    return text.slice(0, length);
  });
}

/**
 * So many words in the script of a site's copy: one in twenty are two neighbouring words of it and do occur, the others
 * are words of it with letters changed places, as names are made, and hardly ever do.
 */
export function wordsLike(texts: readonly string[], count: number): CustomWord[] {
  const next = random(13);
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(texts.join('\n'))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  const glue = /\p{Script=Han}/u.test(words[0] ?? '') ? '' : ' ';
  const shuffled = (word: string): string => [...word].sort(() => next() - 0.5).join('');
  const made = new Set<string>();
  for (let tries = 0; made.size < count && tries < count * 50; tries++) {
    const at = Math.floor(next() * (words.length - 1));
    const near = words.slice(at, at + 3);
    const word = tries % 20 === 0 ? near.slice(0, 2).join(glue) : shuffled(near.join(''));
    if (word.length > 3) made.add(word);
  }
  return [...made].map((word, index) => ({
    word,
    library: 'general',
    note: null,
    matchType: index % 3 ? 'keyword' : 'phrase',
    replacement: index % 5 ? null : 'x',
  }));
}
