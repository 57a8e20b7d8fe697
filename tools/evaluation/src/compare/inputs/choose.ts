import type { Dimension } from '../layouts/layout.ts';
import type { Random } from '../random.ts';
import type { CustomWord, Selection } from './input.ts';

/** A place drawn by the seed. A dimension with a value for texts that say none, such as the medium, is left to it. */
export function chooseSelection(dimensions: Readonly<Record<string, Dimension>>, random: Random): Selection {
  return Object.fromEntries(
    Object.entries(dimensions).flatMap(([name, { values, unsaid }]) =>
      unsaid === undefined ? [[name, random.pick(values)]] : [],
    ),
  );
}

const libraries = ['general', 'general', 'general', 'creator', 'touliu', 'duanju'];

/** Words of an own list, most of them pieces of the text. */
export function chooseCustomWords(text: string, terms: readonly string[], random: Random): CustomWord[] {
  const words = Array.from({ length: random.integer(1, 4) }, () =>
    random.chance(0.75) ? pieceOf(text, random) : random.pick(terms),
  );
  return [...new Set(words)]
    .filter((word) => word !== '')
    .map((word) => ({
      word,
      matchType: random.pick(['phrase', 'keyword'] as const),
      library: random.pick(libraries),
      replacement: random.chance(0.5) ? random.pick(terms) : null,
      note: random.chance(0.3) ? 'A note' : null,
    }));
}

/** A word of the text, or some characters of it where it has no spaces. */
function pieceOf(text: string, random: Random): string {
  const words = text.split(/\s+/u).filter((word) => /\p{L}/u.test(word) && word.length <= 30);
  if (words.length > 3) return random.pick(words).toWellFormed();
  const start = random.integer(0, Math.max(0, text.length - 2));
  return text
    .slice(start, start + random.integer(2, 6))
    .trim()
    .toWellFormed();
}
