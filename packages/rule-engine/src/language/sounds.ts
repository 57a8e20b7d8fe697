import { pinyinTable } from './pinyin-table.ts';

/** The sounds of a language's characters, written in Latin letters. */
export interface Sounds {
  /** The readings of a character, the usual one first; none for what is not in the table. */
  readonly readingsOf: (character: string) => readonly string[];
  /** The ways in which letters are syllables one after the other; none for what is no such writing. */
  readonly syllablesOf: (letters: string) => readonly (readonly string[])[];
}

/** Ways of taking letters apart that are looked at, and syllables in one. */
const waysMax = 4;
const syllablesMax = 4;

const none: readonly string[] = [];

/** Pinyin without tones, from the generated table. */
export const pinyinSounds: Sounds = soundsOf(pinyinTable);

interface ReadTable {
  readonly readings: ReadonlyMap<string, readonly string[]>;
  readonly syllables: ReadonlySet<string>;
}

/** Read when it is first asked for: 5 MB that the thread that serves never needs. */
function soundsOf(table: string): Sounds {
  let known: ReadTable | undefined;
  const read = (): ReadTable => {
    known ??= readTable(table);
    return known;
  };
  return {
    readingsOf: (character) => read().readings.get(character) ?? none,
    syllablesOf: (letters) => (letters.length <= syllablesMax * 6 ? split(letters, read().syllables) : []),
  };
}

function readTable(table: string): ReadTable {
  const readings = new Map<string, string[]>();
  const syllables = new Set<string>();
  const lines = table
    .trim()
    .split(/\n|; /)
    .map((line) => line.split(/[ /]/));
  for (const part of [1, 2]) {
    for (const [syllable = '', ...parts] of lines) {
      if (syllable.length > 1) syllables.add(syllable);
      for (const character of parts[part - 1] ?? '')
        readings.set(character, [...(readings.get(character) ?? []), syllable]);
    }
  }
  return { readings, syllables };
}

function split(letters: string, syllables: ReadonlySet<string>): string[][] {
  if (letters === '') return [[]];
  const ways: string[][] = [];
  for (let length = Math.min(6, letters.length); length > 1 && ways.length < waysMax; length--) {
    if (!syllables.has(letters.slice(0, length))) continue;
    for (const rest of split(letters.slice(length), syllables))
      if (rest.length < syllablesMax) ways.push([letters.slice(0, length), ...rest]);
  }
  return ways.slice(0, waysMax);
}
