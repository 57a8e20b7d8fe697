import { breaks } from './sentences.ts';
import type { WordStructure } from './word-structure.ts';

const camelCase = /^\p{Lu}\p{Ll}+\p{Lu}/u;
const titleCase = /^\p{Lu}\p{Ll}{2,}/u;
/** In a line with more capitals than this, capitals say nothing. */
const capitalsShareMax = 0.6;

/** Words that look like a product's name: `CalmPaws`, or two capitalised words in the middle of a sentence. */
export function brandsOf(structure: WordStructure): { first: number; last: number }[] {
  const { text, tokens } = structure;
  const written = tokens.map(({ start, end }) => (mayBeCapital(text, start) ? text.slice(start, end) : ''));
  const isCapitalised = written.map((word) => word !== '' && titleCase.test(word));
  const found: { first: number; last: number }[] = [];
  for (const { first, last } of structure.sentences) {
    let capitalised = 0;
    for (let at = first; at < last; at++) if (isCapitalised[at]) capitalised++;
    const isTitle = capitalised > (last - first) * capitalsShareMax;
    for (let at = first; at < last; at++) {
      if (written[at] !== '' && camelCase.test(written[at] ?? '')) found.push({ first: at, last: at + 1 });
      if (isTitle || at === first || (structure.breakBefore[at + 1] ?? 0) > breaks.none) continue;
      if (at + 1 < last && isCapitalised[at] && isCapitalised[at + 1])
        found.push({ first: at, last: at + 2 });
    }
  }
  return found;
}

/** Most words begin with a small letter or a Chinese character, and need no closer look. */
function mayBeCapital(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 0x80 ? unit >= 0x41 && unit <= 0x5a : unit < 0x2e80 || unit > 0x9fff;
}
