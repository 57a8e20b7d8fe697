import type { Case } from '../cases/case-record.ts';
import type { Random } from '../compare/random.ts';
import { drawn } from '../real-text/planted-findings.ts';

export const pageCharactersMin = 600;
export const pageCharactersMax = 1_800;
/** A page of a shop says each thing once. */
const partsMax = 24;

/** A lawful text that pages are made of. */
export interface LawfulText {
  readonly text: string;
  readonly place: Case['place'];
  /** Null where nothing says what is sold. */
  readonly sold: string | null;
}

/** A long page: lawful, or with one violating text in it. */
export interface Page {
  readonly id: string;
  readonly text: string;
  readonly place: Case['place'];
  /** Offsets of the labelled quotes of the violating text, empty for a lawful page. */
  readonly quotes: readonly { readonly topic: string; readonly start: number; readonly end: number }[];
}

/**
 * Builds for each case a page of 600 to 1,800 characters: a violating text stands anywhere among lawful ones of the same kind
 * of product, or else the same trade; a lawful text among others of its kind. A case without enough lawful company has none.
 */
export function buildPages(cases: readonly Case[], lawful: readonly LawfulText[], random: Random): Page[] {
  return cases.flatMap((one) => {
    const company = companyOf(one, lawful, random);
    const length = random.integer(pageCharactersMin + 200, pageCharactersMax);
    const parts: string[] = [];
    let size = one.text.length;
    for (const { text } of company) {
      if (size >= length || parts.length === partsMax) break;
      if (size + text.length + 1 > pageCharactersMax) continue;
      parts.push(text);
      size += text.length + 1;
    }
    if (size < pageCharactersMin || size > pageCharactersMax) return [];
    return [pageOf(one, parts, random.integer(0, parts.length))];
  });
}

/**
 * Returns lawful texts to stand beside a case, by chance: first those that sell the same, then those of the same trade that say
 * nothing of it. What is lawful for one kind of product (the use of a medicine) need not be beside another.
 */
function companyOf(one: Case, lawful: readonly LawfulText[], random: Random): LawfulText[] {
  const others = lawful.filter(({ text }) => text !== one.text);
  const sellsSame = others.filter(({ sold }) => sold === one.sold);
  const sameTrade = others.filter(
    ({ sold, place }) => sold === null && verticalOf(place) === verticalOf(one.place),
  );
  return [...drawn(sellsSame, sellsSame.length, random), ...drawn(sameTrade, sameTrade.length, random)];
}

const verticalOf = (place: Case['place']): string | undefined =>
  place['vertical'] ?? place['industryVertical'];

function pageOf({ id, text, place, spans }: Case, parts: readonly string[], at: number): Page {
  const before = parts
    .slice(0, at)
    .map((part) => `${part}\n`)
    .join('');
  const after = parts
    .slice(at)
    .map((part) => `\n${part}`)
    .join('');
  return {
    id: `${id}-page`,
    text: `${before}${text}${after}`,
    place,
    quotes: spans.map(({ quote, topic }) => {
      const start = before.length + text.indexOf(quote);
      return { topic, start, end: start + quote.length };
    }),
  };
}
