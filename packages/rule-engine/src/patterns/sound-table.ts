import type { Sounds } from '../language/sounds.ts';
import type { RawSpellingFile } from './spelling-schema.ts';
import { type WordTable, wordTableOf } from './word-table.ts';

/** Lookup tables for words that are spelled by sound or by the parts of their characters. Plain data, part of a compiled pack. */
export interface SoundTable {
  /** `治|liao` and `zhi|疗`: the characters that stand for the syllable beside the other one. */
  readonly besides: WordTable;
  /** `zhiliao`: the words that are written so, with blanks between. */
  readonly wholes: WordTable;
  /** Words that are spelled by other characters of the same sound, by the `soundPair` of their first two syllables. */
  readonly homophones: ReadonlyMap<number, readonly Homophone[]>;
  /**
   * By UTF-16 unit: a number for the usual sound of a character, from 1, where such a word begins with that sound or has
   * it second; 0 for others. Read for every character of a text, where looking up readings took a tenth of the scan.
   */
  readonly soundOf: Uint16Array;
  /** Characters that stand beside others by chance. */
  readonly everyday: ReadonlySet<string>;
  /** Words of their own, by each of their characters. */
  readonly except: ReadonlyMap<string, readonly string[]>;
  /** Characters drawn apart, by the first of their parts. */
  readonly splits: ReadonlyMap<string, readonly Split[]>;
  /** Those first parts. */
  readonly parts: UnitSet;
}

/** A set of UTF-16 units, one bit each; asked for every character of a text, and nearly always without a result. */
export type UnitSet = Int32Array;

export const isOneOf = (units: UnitSet, word: string): boolean => {
  const unit = word.charCodeAt(0);
  return word.length === 1 && (((units[unit >>> 5] ?? 0) >>> (unit & 31)) & 1) === 1;
};

function unitSetOf(holds: (character: string) => boolean): UnitSet {
  const units = new Int32Array(0x10000 >>> 5);
  for (let unit = 0; unit < 0x10000; unit++)
    if (holds(String.fromCharCode(unit))) units[unit >>> 5] = (units[unit >>> 5] ?? 0) | (1 << (unit & 31));
  return units;
}

/** Returns two sound numbers of `soundOf` as one key. */
export const soundPair = (first: number, second: number): number => first * 0x10000 + second;

export interface Homophone {
  readonly word: string;
  readonly syllables: readonly string[];
}

interface Split {
  readonly parts: string;
  readonly character: string;
}

/** Words of fewer letters are everywhere in names and in other languages. */
const wholeLettersMin = 5;
const wholeLengthMax = 3;
/** Characters and words that one writing may stand for. */
const standForMax = 3;
/** Readings of a character; the others are rare. */
const readingsMax = 2;

/**
 * Builds the table from a pack's spellings and terms.
 * @param terms as they are written; only those of Chinese characters alone are spelled by sound
 */
export function soundTableOf(
  { soundAlikes, splits }: RawSpellingFile,
  terms: Iterable<string>,
  sounds: Sounds,
): SoundTable {
  const besides = new Map<string, string>();
  const wholes = new Map<string, string>();
  const written = [...terms].filter((term) => /^\p{Script=Han}{2,}$/u.test(term)).map((term) => [...term]);
  // A rare reading of a character counts only where no usual one does.
  for (const readings of [usual(sounds), all(sounds)]) {
    for (const [key, characters] of besidesOf(written, readings))
      if (!besides.has(key)) besides.set(key, characters.slice(0, standForMax));
    for (const [letters, words] of wholesOf(written, readings))
      if (!wholes.has(letters)) wholes.set(letters, words.slice(0, standForMax).join(' '));
  }
  const homophones = (soundAlikes?.words ?? []).map((word) => ({
    word,
    syllables: [...word].map((character) => sounds.readingsOf(character)[0] ?? ''),
  }));
  const numbers = new Map<string, number>();
  for (const { syllables } of homophones)
    for (const syllable of syllables.slice(0, 2))
      if (syllable !== '' && !numbers.has(syllable)) numbers.set(syllable, numbers.size + 1);
  const numberOf = (syllable: string | undefined): number => numbers.get(syllable ?? '') ?? 0;
  const splitsByPart = Map.groupBy(
    (splits ?? []).flatMap(({ character, as }) => as.map((parts) => ({ character, parts }))),
    ({ parts }) => parts[0] ?? '',
  );
  return {
    besides: wordTableOf(besides),
    wholes: wordTableOf(wholes),
    homophones: Map.groupBy(homophones, ({ syllables: [first, second] }) =>
      soundPair(numberOf(first), numberOf(second)),
    ),
    soundOf: Uint16Array.from({ length: 0x10000 }, (_, unit) =>
      numberOf(sounds.readingsOf(String.fromCharCode(unit))[0]),
    ),
    everyday: new Set(soundAlikes?.everyday ?? ''),
    except: grouped(soundAlikes?.except ?? []),
    splits: splitsByPart,
    parts: unitSetOf((character) => splitsByPart.has(character)),
  };
}

type Readings = (character: string) => readonly string[];
const usual =
  (sounds: Sounds): Readings =>
  (character) =>
    sounds.readingsOf(character).slice(0, 1);
const all =
  (sounds: Sounds): Readings =>
  (character) =>
    sounds.readingsOf(character).slice(0, readingsMax);

function besidesOf(written: readonly (readonly string[])[], readings: Readings): Map<string, string> {
  const found = new Map<string, string>();
  const add = (key: string, character: string): void => {
    const known = found.get(key) ?? '';
    if (!known.includes(character)) found.set(key, known + character);
  };
  for (const characters of written) {
    for (const [at, character] of characters.entries()) {
      const next = characters[at + 1];
      if (next === undefined) continue;
      for (const syllable of readings(next)) add(`${character}|${syllable}`, next);
      for (const syllable of readings(character)) add(`${syllable}|${next}`, character);
    }
  }
  return found;
}

function wholesOf(written: readonly (readonly string[])[], readings: Readings): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const characters of written.filter(({ length }) => length <= wholeLengthMax)) {
    let ways = [''];
    for (const character of characters)
      ways = ways.flatMap((way) => readings(character).map((syllable) => way + syllable));
    for (const letters of ways.filter(({ length }) => length >= wholeLettersMin))
      found.set(letters, [...(found.get(letters) ?? []), characters.join('')]);
  }
  return found;
}

function grouped(words: readonly string[]): Map<string, string[]> {
  const byCharacter = new Map<string, string[]>();
  for (const word of words)
    for (const character of word) byCharacter.set(character, [...(byCharacter.get(character) ?? []), word]);
  return byCharacter;
}
