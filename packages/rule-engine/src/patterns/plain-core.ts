import type { Token } from '../document/tokens.ts';

type Place = Pick<Token, 'start' | 'end'>;

/** Characters that a language of plain letters is not written with. */
export const foreign = /[^\p{ASCII}]/u;

/** Plain letters between other letters; shorter ones are too common to be a word that was hidden. */
const core =
  /^(?:(?!\p{ASCII})[\p{L}\p{M}])*(?<core>[A-Za-z](?:.*[A-Za-z])?)(?:(?!\p{ASCII})[\p{L}\p{M}])*$/su;
const coreLengthMin = 3;

/**
 * Returns where the plain letters of a word begin and end, if letters of another script, width or with accents are stuck
 * to it (`diabetesé`, `Ｘcures`); null for a word without.
 */
export function plainCoreOf(text: string, { start, end }: Place): Place | null {
  if (end - start <= coreLengthMin) return null;
  const written = text.slice(start, end);
  const plain = foreign.test(written) ? core.exec(written)?.groups?.['core'] : undefined;
  if (plain === undefined || plain.length < coreLengthMin || plain.length === written.length) return null;
  const from = start + written.indexOf(plain);
  return { start: from, end: from + plain.length };
}
