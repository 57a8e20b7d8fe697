import { breaks } from './sentences.ts';
import type { TextStructure } from './structure.ts';

const camelCase = /^\p{Lu}\p{Ll}+\p{Lu}/u;
const titleCase = /^\p{Lu}\p{Ll}{2,}/u;
/** In a line with more capitals than this, capitals say nothing. */
const capitalsShareMax = 0.6;

/** Words that look like a product's name: `CalmPaws`, or two capitalised words in the middle of a sentence. */
export function brandsOf(structure: TextStructure): { first: number; last: number }[] {
  const { text, tokens } = structure;
  const written = tokens.map((token) => text.slice(token.start, token.end));
  const found: { first: number; last: number }[] = [];
  for (const sentence of structure.sentences) {
    const words = written.slice(sentence.first, sentence.last);
    const isTitle = words.filter((word) => titleCase.test(word)).length > words.length * capitalsShareMax;
    for (let at = sentence.first; at < sentence.last; at++) {
      if (camelCase.test(written[at] ?? '')) found.push({ first: at, last: at + 1 });
      if (isTitle || at === sentence.first || (structure.breakBefore[at + 1] ?? 0) > breaks.none) continue;
      if (
        at + 1 < sentence.last &&
        titleCase.test(written[at] ?? '') &&
        titleCase.test(written[at + 1] ?? '')
      ) {
        found.push({ first: at, last: at + 2 });
      }
    }
  }
  return found;
}
