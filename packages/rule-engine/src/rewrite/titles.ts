import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import { isAt, isBoundary } from './phrase-boundaries.ts';
import type { Words } from './word-ranges.ts';

/** Of a title what is said up to the next thing that it names: its size, its number, its colour. */
export function titleParts(structure: TextStructure, core: Words, sentence: Words): Words[] {
  if (!isTitle(structure, sentence)) return [];
  let { last } = core;
  while (last < sentence.last && !isAttribute(structure, last)) last++;
  return [
    { first: core.first, last },
    { first: sentence.first, last },
  ];
}

const isAttribute = (structure: TextStructure, at: number): boolean =>
  isBoundary(structure, at, breaks.list) || isAt(structure, at, structure.language.connectives.attribute);

/** Whether a title goes on behind a part of it; one without capitals only where something new is named. */
export const isFollowedInTitle = (structure: TextStructure, part: Words, sentence: Words): boolean =>
  isInCapitals(structure, sentence) || isAttribute(structure, part.last);

/** No more words than these are a title by themselves, where no end mark says otherwise. */
const titleWordsMax = 14;

/** A title names things one after the other; what is left of it without one of them is still a title. */
export function isTitle(structure: TextStructure, { first, last }: Words): boolean {
  const { text, tokens, language } = structure;
  if (!language.connectives.spaced) return false;
  const end = tokens[last - 1]?.end ?? 0;
  if (/^["”')\]]*[.!?,;]/.test(text.slice(end, end + 3))) return false;
  const isAll = first === 0 && last === tokens.length && last <= titleWordsMax;
  return isAll || isInCapitals(structure, { first, last });
}

function isInCapitals({ text, tokens }: TextStructure, { first, last }: Words): boolean {
  const capitals = tokens.slice(first, last).filter(({ start }) => /[\p{Lu}\p{N}]/u.test(text[start] ?? ''));
  return capitals.length * 2 > last - first;
}
