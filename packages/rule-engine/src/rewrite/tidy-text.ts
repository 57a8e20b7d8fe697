import { structureOf, type TextStructure } from '../document/structure.ts';
import type { Language } from '../language/language.ts';
import { applyEdit } from './apply-edit.ts';
import { factsIn } from './facts.ts';
import { spanOfPhrase, type Words } from './word-ranges.ts';

/** A sentence that lost words and has at most this many left is a stub. */
const stubWordsMax = 2;

/** Collapses repeated exclamation marks and removes sentences that became stubs, as the strategy `rewrite` does. */
export function tidyText(original: string, text: string, language: Language): string {
  if (text === original) return text;
  const written = structureOf(original, language);
  const known = new Set(written.sentences.map((sentence) => wordsIn(written, sentence)));
  let calm = text.replace(/([!！])[!！?？]+/gu, '$1');
  for (let left = structureOf(calm, language).sentences.length; left > 1; left--) {
    const shorter = withoutStub(calm, known, language);
    if (shorter === calm) break;
    calm = shorter;
  }
  return calm;
}

function withoutStub(text: string, known: ReadonlySet<string>, language: Language): string {
  const structure = structureOf(text, language);
  const stub = structure.sentences.find((sentence) => {
    if (sentence.last - sentence.first > stubWordsMax || known.has(wordsIn(structure, sentence)))
      return false;
    const { start, end } = spanOfPhrase(structure, sentence);
    return factsIn(text.slice(start, end)).length === 0;
  });
  if (!stub) return text;
  return applyEdit(text, { ...spanOfPhrase(structure, stub), with: '' }, language.connectives).text;
}

function wordsIn({ tokens }: TextStructure, { first, last }: Words): string {
  return tokens
    .slice(first, last)
    .map(({ word }) => word)
    .join(' ');
}
