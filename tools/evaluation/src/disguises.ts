import { fold } from '@redline/matcher';
import type { Sounds } from '@redline/rule-engine/language';
import type { RawSpellingFile, SoundTable } from '@redline/rule-engine/patterns';

/** One way to write a word so that it is not found. Deterministic. */
export interface Disguise {
  readonly name: string;
  /** The fold that has to see through it; null for plain chat spelling, which is not named. */
  readonly fold: string | null;
  /** Two such words side by side could not be told apart by anyone. */
  readonly runsTogether?: true;
  /** The word disguised; null where it cannot be in this way. */
  readonly of: (word: string) => string | null;
}

const lettersMin = 4;
const lookalikes: Readonly<Record<string, string>> = {
  ...{ a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', x: 'х', y: 'у' },
};
const digits: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5' };

/** The ways that every language has; Chinese characters take those that need no letters. */
const generalDisguises: readonly Disguise[] = [
  { name: 'zero-width', fold: 'zero-width', of: (word) => drawnApart(word, '\u200b') },
  { name: 'spaces', fold: 'separator', runsTogether: true, of: (word) => drawnApart(word, ' ') },
  { name: 'signs', fold: 'separator', of: (word) => drawnApart(word, '*') },
  { name: 'emoji', fold: 'separator', of: (word) => drawnApart(word, '🔥') },
  { name: 'homoglyph', fold: 'homoglyph', of: (word) => letters(word, (all) => swapped(all, lookalikes, 9)) },
  { name: 'leet', fold: 'leet', of: (word) => letters(word, (all) => swapped(all, digits, 1)) },
  {
    name: 'repeat',
    fold: 'repeat',
    of: (word) => letters(word, (all) => `${all.slice(0, 2)}${(all[1] ?? '').repeat(3)}${all.slice(2)}`),
  },
  {
    name: 'full width',
    fold: null,
    of: (word) =>
      letters(word, (all) => all.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))),
  },
];

/** All ways for a language, with those that its pack spells out. */
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
      of: (word) => known.get(word) ?? null,
    };
  });
  return [...generalDisguises, ...listed, ...(table && sounds ? chineseDisguises(table, sounds) : [])];
}

function chineseDisguises(table: SoundTable, sounds: Sounds): Disguise[] {
  const traditional = traditionalForms();
  const alike = Map.groupBy(
    characters.filter((one) => sounds.readingsOf(one).length > 0),
    (one) => sounds.readingsOf(one)[0] ?? '',
  );
  const alikes = new Set([...table.alikes.values()].flat().map(({ word }) => word));
  const parts = new Map([...table.splits.values()].flat().map((split) => [split.character, split.parts]));
  const byCharacter = (word: string, of: (character: string) => string | undefined): string | null => {
    const made = [...word].map((character) => of(character) ?? character).join('');
    return made === word ? null : made;
  };
  return [
    {
      name: 'traditional',
      fold: 'traditional',
      of: (word) => byCharacter(word, (one) => traditional.get(one)),
    },
    { name: 'split', fold: 'split', of: (word) => byCharacter(word, (one) => parts.get(one)) },
    {
      name: 'pinyin beside',
      fold: 'pinyin',
      of: (word) => {
        const last = sounds.readingsOf([...word].at(-1) ?? '')[0];
        return isHan(word) && word.length > 1 && last && last.length > 1
          ? `${word.slice(0, -1)}${last}`
          : null;
      },
    },
    {
      name: 'homophone',
      fold: 'homophone',
      of: (word) => {
        if (!alikes.has(word)) return null;
        const last = word.at(-1) ?? '';
        const other = (alike.get(sounds.readingsOf(last)[0] ?? '') ?? []).find(
          (one) => one !== last && !table.everyday.has(one) && !table.except.has(one),
        );
        return other === undefined ? null : `${word.slice(0, -1)}${other}`;
      },
    },
  ];
}

/** The block of Chinese characters in use. */
const characters = Array.from({ length: 0x9fff - 0x4e00 }, (_, at) => String.fromCharCode(0x4e00 + at));

const isHan = (word: string): boolean => /^\p{Script=Han}+$/u.test(word);

function drawnApart(word: string, between: string): string | null {
  if (isHan(word)) return word.length > 1 ? [...word].join(between) : null;
  return letters(word, (all) => [...all].join(between));
}

/** Applies to the words of letters that are long enough to be disguised. */
function letters(term: string, change: (word: string) => string): string | null {
  const made = term.replace(/[a-z]+/gi, (word) => (word.length >= lettersMin ? change(word) : word));
  return made === term ? null : made;
}

/** Swaps letters inside a word, at most so many. */
function swapped(word: string, by: Readonly<Record<string, string>>, max: number): string {
  let count = 0;
  return word.replace(/(?<=.)[a-z](?=.)/g, (one) => {
    const other = by[one];
    return other === undefined || count++ >= max ? one : other;
  });
}

function traditionalForms(): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const character of characters) {
    const simple = fold(character, ['traditional']).text;
    if (simple !== character && !forms.has(simple)) forms.set(simple, character);
  }
  return forms;
}
