import type { Sounds } from '@redline/rule-engine/language';
import type { RawSpellingFile, SoundTable } from '@redline/rule-engine/patterns';
import { chineseDisguises, isHan } from './chinese-disguises.ts';
import type { Disguise } from './disguise.ts';

/** Words of fewer letters are not disguised. */
const lettersMin = 4;
const lookalikes: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  o: 'о',
  p: 'р',
  x: 'х',
  y: 'у',
};
const digits: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5' };

/** The disguises of every language; Chinese words take those that need no letters. */
const generalDisguises: readonly Disguise[] = [
  { name: 'zero-width', fold: 'zero-width', apply: (word) => separated(word, '\u200b') },
  { name: 'spaces', fold: 'separator', runsTogether: true, apply: (word) => separated(word, ' ') },
  { name: 'signs', fold: 'separator', apply: (word) => separated(word, '*') },
  { name: 'emoji', fold: 'separator', apply: (word) => separated(word, '🔥') },
  {
    name: 'homoglyph',
    fold: 'homoglyph',
    apply: (word) => changeWords(word, (all) => replaceLetters(all, lookalikes, 9)),
  },
  { name: 'leet', fold: 'leet', apply: (word) => changeWords(word, (all) => replaceLetters(all, digits, 1)) },
  {
    name: 'repeat',
    fold: 'repeat',
    apply: (word) =>
      changeWords(word, (all) => `${all.slice(0, 2)}${(all[1] ?? '').repeat(3)}${all.slice(2)}`),
  },
  {
    name: 'full width',
    fold: null,
    apply: (word) =>
      changeWords(word, (all) =>
        all.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
      ),
  },
];

/**
 * Returns the disguises for a language, with those that its pack lists.
 * @param spellings of the pack
 * @param table of the homophones that the pack's terms have; null where the language has none
 */
export function disguisesFor(
  spellings: RawSpellingFile | null,
  table: SoundTable | null,
  sounds: Sounds | null,
): Disguise[] {
  const listed = (['slang', 'homophone', 'pinyin', 'pictogram', undefined] as const).map((kind): Disguise => {
    const known = new Map(
      (spellings?.spellings ?? [])
        .filter((one) => one.fold === kind)
        .map(({ word, as }) => [word, as[0] ?? word]),
    );
    return {
      name: kind ? `${kind}, listed` : 'chat spelling',
      fold: kind ?? null,
      apply: (word) => known.get(word) ?? null,
    };
  });
  return [...generalDisguises, ...listed, ...(table && sounds ? chineseDisguises(table, sounds) : [])];
}

function separated(word: string, between: string): string | null {
  if (isHan(word)) return word.length > 1 ? [...word].join(between) : null;
  return changeWords(word, (all) => [...all].join(between));
}

/** Changes the words of letters that are long enough to be disguised; null where there is none. */
function changeWords(term: string, change: (word: string) => string): string | null {
  const changed = term.replace(/[a-z]+/gi, (word) => (word.length >= lettersMin ? change(word) : word));
  return changed === term ? null : changed;
}

/** Replaces letters inside a word, at most `max`; the first and the last stay. */
function replaceLetters(word: string, by: Readonly<Record<string, string>>, max: number): string {
  let count = 0;
  return word.replace(/(?<=.)[a-z](?=.)/g, (one) => {
    const other = by[one];
    return other === undefined || count++ >= max ? one : other;
  });
}
