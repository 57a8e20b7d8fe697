import { structureOf, type TextStructure } from '../document/structure.ts';
import type { Engine } from '../evaluate/engine.ts';
import type { Edit } from './apply-edit.ts';
import { isPunctuated } from './phrase-boundaries.ts';
import { spanOfPhrase, takesPairs, type Words } from './word-ranges.ts';

/** Words that a restored phrase must have. */
const wordsMin = 3;

/**
 * Yields smaller cuts than a cut of the original: first without the phrase at its beginning, then without the one at its
 * end, as long as the caller accepts them.
 * @param current returns the cut as accepted so far
 */
export function* smallerCuts(
  { pack }: Pick<Engine, 'pack'>,
  original: string,
  current: () => Edit,
): Generator<Edit> {
  const structure = structureOf(original, pack.language, pack.vocabulary.words);
  const phrases = phrasesIn(structure, current());
  for (const phrase of phrases) {
    const { start, end } = current();
    const span = spanOfPhrase(structure, phrase);
    const next = structure.tokens[phrase.last];
    if (span.start > start + 2 || !next || next.start >= end) break;
    const less = { start: next.start, end, with: '' };
    if (canStand(structure, phrase) && takesPairs(original, less)) yield less;
    if (current().start === start) break;
  }
  for (const phrase of phrases.toReversed()) {
    const { start, end } = current();
    const span = spanOfPhrase(structure, phrase);
    const before = structure.tokens[phrase.first - 1];
    if (span.start <= start || !before || before.end <= start) break;
    const less = { start, end: span.start, with: '' };
    if (canStand(structure, phrase) && takesPairs(original, less)) yield less;
    if (current().end === end) break;
  }
}

/** Lists the phrases of a cut, divided by commas and stronger marks. */
function phrasesIn(structure: TextStructure, { start, end }: Edit): Words[] {
  const phrases: Words[] = [];
  let first = -1;
  for (const [at, token] of structure.tokens.entries()) {
    if (token.start < start || token.end > end) continue;
    if (first < 0) first = at;
    const next = structure.tokens[at + 1];
    const isLast = !next || next.end > end || isPunctuated(structure, at + 1);
    if (!isLast) continue;
    phrases.push({ first, last: at + 1 });
    first = -1;
  }
  return phrases;
}

function canStand(structure: TextStructure, { first, last }: Words): boolean {
  const { text, tokens, language } = structure;
  const { relative, condition, hanging, spaced } = language.connectives;
  const words = text.slice(tokens[first]?.start, tokens[last - 1]?.end);
  if (last - first < (spaced ? wordsMin : wordsMin + 1)) return false;
  return !relative.test(words) && !condition.test(words) && !hanging.test(words);
}
