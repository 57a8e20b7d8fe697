import { fold } from '@redline/matcher';
import type { Sounds } from '@redline/rule-engine/language';
import type { SoundTable } from '@redline/rule-engine/patterns';
import type { Disguise } from './disguise.ts';

/** Returns the disguises of Chinese: the other script, characters split into parts, and homophones. */
export function chineseDisguises(table: SoundTable, sounds: Sounds): Disguise[] {
  const traditional = traditionalForms();
  const bySound = Map.groupBy(
    characters.filter((one) => sounds.readingsOf(one).length > 0),
    (one) => sounds.readingsOf(one)[0] ?? '',
  );
  const homophones = new Set([...table.homophones.values()].flat().map(({ word }) => word));
  const parts = new Map([...table.splits.values()].flat().map((split) => [split.character, split.parts]));
  const byCharacter = (
    word: string,
    replacement: (character: string) => string | undefined,
  ): string | null => {
    const changed = [...word].map((character) => replacement(character) ?? character).join('');
    return changed === word ? null : changed;
  };
  return [
    {
      name: 'traditional',
      fold: 'traditional',
      apply: (word) => byCharacter(word, (one) => traditional.get(one)),
    },
    { name: 'split', fold: 'split', apply: (word) => byCharacter(word, (one) => parts.get(one)) },
    {
      name: 'pinyin beside',
      fold: 'pinyin',
      apply: (word) => {
        const last = sounds.readingsOf([...word].at(-1) ?? '')[0];
        return isHan(word) && word.length > 1 && last && last.length > 1
          ? `${word.slice(0, -1)}${last}`
          : null;
      },
    },
    {
      name: 'homophone',
      fold: 'homophone',
      apply: (word) => {
        if (!homophones.has(word)) return null;
        const last = word.at(-1) ?? '';
        const other = (bySound.get(sounds.readingsOf(last)[0] ?? '') ?? []).find(
          (one) => one !== last && !table.everyday.has(one) && !table.except.has(one),
        );
        return other === undefined ? null : `${word.slice(0, -1)}${other}`;
      },
    },
  ];
}

/** The block of Chinese characters in use. */
const characters = Array.from({ length: 0x9fff - 0x4e00 }, (_, at) => String.fromCharCode(0x4e00 + at));

export const isHan = (word: string): boolean => /^\p{Script=Han}+$/u.test(word);

function traditionalForms(): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const character of characters) {
    const simple = fold(character, ['traditional']).text;
    if (simple !== character && !forms.has(simple)) forms.set(simple, character);
  }
  return forms;
}
