import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import { isAt, isBoundary } from './phrase-boundaries.ts';
import type { Words } from './word-ranges.ts';

/** Lists the parts of a title that end before its next attribute (size, number, colour), from the words and from its start. */
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

/** Tells whether a title goes on after a part of it; one without capitals only with another attribute. */
export const isFollowedInTitle = (structure: TextStructure, part: Words, sentence: Words): boolean =>
  isInCapitals(structure, sentence) || isAttribute(structure, part.last);

/** A text of at most this many words without an end mark is a title. */
const titleWordsMax = 14;

/** Tells whether a sentence is a title: a list of names and attributes, still a title without one of them. */
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
