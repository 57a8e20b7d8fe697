import type { TextStructure } from '../document/structure.ts';
import { isHan, type Token } from '../document/tokens.ts';
import type { Sounds } from '../language/sounds.ts';
import type { Respelling } from './respelling.ts';
import { type Homophone, type SoundTable, soundPair } from './sound-table.ts';
import { wordAt } from './word-table.ts';

/** Signs that may separate two characters of one word; the automaton skips the same. */
const betweenMax = 3;
const between = /^[\s\-_.·*~|/+^]*$/u;

/** Combinations of characters tried for a group of syllables. */
const waysMax = 4;

const latin = /^[a-z]{2,24}$/;

/** Finds pinyin beside or instead of characters: `zhi疗`, `糖niaobing`, `zhiliao`. */
export function pinyinVariants(structure: TextStructure, table: SoundTable, sounds: Sounds): Respelling[] {
  const { tokens } = structure;
  const found: Respelling[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const letters = lettersOf(tokens[at] as Token);
    if (letters !== null) addPinyin(structure, at, letters, table, sounds, found);
  }
  return found;
}

function addPinyin(
  structure: TextStructure,
  at: number,
  letters: string,
  table: SoundTable,
  sounds: Sounds,
  found: Respelling[],
): void {
  const token = structure.tokens[at] as Token;
  const add = (last: Token, texts: Iterable<string>): void => {
    for (const text of texts) found.push({ start: token.start, end: last.end, text, fold: 'pinyin' });
  };
  const next = neighbour(structure, at, 1);
  const before = neighbour(structure, at, -1);
  const nextLetters = next && lettersOf(next);
  if (next && nextLetters) add(next, wholesOf(letters + nextLetters, table));
  add(token, wholesOf(letters, table));
  if (!before && !next) return;
  for (const syllables of sounds.syllablesOf(letters)) {
    const left = before && isHan(before.word) ? rightOf(before.word, syllables, table) : [];
    const right = next && isHan(next.word) ? leftOf(next.word, syllables, table) : [];
    add(token, new Set([...left.filter((one) => right.includes(one)), ...left, ...right]));
  }
}

/** Returns the words that letters alone stand for. */
const wholesOf = (letters: string, { wholes }: SoundTable): readonly string[] =>
  wordAt(wholes, letters)?.split(' ') ?? [];

/** Returns a word of Latin letters without tone marks; null for other words. */
function lettersOf({ word }: Token): string | null {
  if (isHan(word)) return null;
  const plain = /^[\x20-\x7e]+$/.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '');
  return latin.test(plain) ? plain : null;
}

/** Returns the characters that syllables after a character may stand for. */
function rightOf(before: string, syllables: readonly string[], { besides }: SoundTable): string[] {
  let ways = [''];
  for (const syllable of syllables) {
    ways = ways.flatMap((way) =>
      [...(wordAt(besides, `${way.at(-1) ?? before}|${syllable}`) ?? '')].map((character) => way + character),
    );
  }
  return ways.slice(0, waysMax);
}

function leftOf(after: string, syllables: readonly string[], { besides }: SoundTable): string[] {
  let ways = [''];
  for (const syllable of syllables.toReversed()) {
    ways = ways.flatMap((way) =>
      [...(wordAt(besides, `${syllable}|${way[0] ?? after}`) ?? '')].map((character) => character + way),
    );
  }
  return ways.slice(0, waysMax);
}

/** Returns the next or previous word, if at most a few signs separate the two. */
function neighbour({ tokens, text }: TextStructure, at: number, step: 1 | -1): Token | undefined {
  const one = tokens[at];
  const other = at + step >= 0 ? tokens[at + step] : undefined;
  if (!one || !other) return undefined;
  const [first, second] = step === 1 ? [one, other] : [other, one];
  const gap = text.slice(first.end, second.start);
  return gap.length <= betweenMax && !gap.includes('\n') && between.test(gap) ? other : undefined;
}

/** Finds listed words that are written with a character of the same sound: `薇信`. */
export function homophoneVariants(structure: TextStructure, table: SoundTable, sounds: Sounds): Respelling[] {
  const { tokens } = structure;
  if (table.homophones.size === 0) return [];
  const found: Respelling[] = [];
  let sound = soundAt(table, tokens[0]);
  for (let at = 0; at < tokens.length; at++) {
    const own = sound;
    sound = soundAt(table, tokens[at + 1]);
    if (own === 0 || sound === 0) continue;
    const homophones = table.homophones.get(soundPair(own, sound));
    if (homophones) addHomophones(structure, at, homophones, table, sounds, found);
  }
  return found;
}

function addHomophones(
  structure: TextStructure,
  at: number,
  homophones: readonly Homophone[],
  table: SoundTable,
  sounds: Sounds,
  found: Respelling[],
): void {
  const { tokens } = structure;
  const readingAt = (at: number): string | undefined => sounds.readingsOf(tokens[at]?.word ?? '')[0];
  for (const homophone of homophones) {
    if (homophone.syllables.some((syllable, number) => number > 1 && readingAt(at + number) !== syllable))
      continue;
    const written = tokens.slice(at, at + homophone.syllables.length);
    const first = written[0];
    const last = written.at(-1);
    if (!first || !last || !mayStandFor(structure, at, written, homophone, table)) continue;
    found.push({ start: first.start, end: last.end, text: homophone.word, fold: 'homophone' });
  }
}

function soundAt({ soundOf }: SoundTable, token: Token | undefined): number {
  return token?.word.length === 1 ? (soundOf[token.word.charCodeAt(0)] ?? 0) : 0;
}

/** Reports whether `written` may stand for a word: at most half of its characters differ, and none is an everyday one. */
function mayStandFor(
  structure: TextStructure,
  at: number,
  written: readonly Token[],
  { word }: Homophone,
  { everyday, except }: SoundTable,
): boolean {
  const others = written.filter((token, number) => token.word !== word[number]);
  if (others.length === 0 || others.length > word.length / 2) return false;
  if (written.some((_, number) => number > 0 && !neighbour(structure, at + number, -1))) return false;
  return others.every(
    (token) => !everyday.has(token.word) && !isWithin(structure.text, token, except.get(token.word) ?? []),
  );
}

/** Reports whether a character of the text is part of one of the words. */
function isWithin(text: string, { start, word }: Token, words: readonly string[]): boolean {
  return words.some((one) => {
    for (let place = one.indexOf(word); place >= 0; place = one.indexOf(word, place + 1))
      if (text.startsWith(one, start - place)) return true;
    return false;
  });
}
