import type { LocalizedPrecedent } from '@redline/contracts';
import type { Localized, Wording } from '@redline/rule-engine/pack';
import type { StoredTexts } from '../stored-evaluation.ts';

/** The texts that a record refers to, by the ids of wordings and precedents. */
export type TextsById = ReadonlyMap<string, StoredTexts>;

/** Returns a text in one locale. Throws an Error for a locale that its pack does not have. */
export function inLocale(texts: Localized, locale: string): string {
  const text = texts[locale];
  if (text === undefined) throw new Error(`the evaluation holds no ${locale}`);
  return text;
}

/** Returns the texts of a finding. Throws an Error where they are not among the texts. */
export const wordingIn = (texts: TextsById, wordingId: string): Wording =>
  textsIn(texts, wordingId) as Wording;

/** Returns the reason why a match was lawful. Throws an Error where it is not among the texts. */
export const reasonIn = (texts: TextsById, wordingId: string): Localized =>
  textsIn(texts, wordingId) as Localized;

/** Returns the texts of a precedent. Throws an Error where they are not among the texts. */
export const precedentIn = (texts: TextsById, id: string): LocalizedPrecedent =>
  textsIn(texts, id) as LocalizedPrecedent;

function textsIn(texts: TextsById, wordingId: string): StoredTexts {
  const found = texts.get(wordingId);
  if (!found) throw new Error(`the texts ${wordingId} are not stored`);
  return found;
}
