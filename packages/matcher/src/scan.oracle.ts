/**
 * The matcher's meaning once more, as slowly and plainly as can be: no automaton, no filters, no classes, no
 * flat tables. Each term is tried at each unit of the folded text by walking both side by side. Shares with
 * the product only the folding of single characters (tested by named rows) and `isWordBoundary`.
 */
import { fold, isWordBoundary } from './index.ts';

export interface Found {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

interface Letter {
  readonly is: string;
  readonly written: string;
  readonly start: number;
  readonly end: number;
  /** The characters before it in the text, without invisible ones. */
  readonly gap: string;
}

const INVISIBLE = /\u200b|\u00ad|\u0301/gu;
const LETTER = /[\p{L}\p{N}]/u;
const HAN = /\p{Script=Han}/u;
const LEET: Record<string, string> = { '0': 'o', '1': 'il', '3': 'e', '4': 'a', '5': 's', '7': 't' };

const plainOf = new Map<string, string>();

function plain(character: string): string {
  let found = plainOf.get(character);
  if (found === undefined) {
    found = fold(character, ['case', 'width', 'compatibility', 'homoglyph', 'traditional']).text;
    plainOf.set(character, found);
  }
  return found;
}

/** Letters of a text of the generator's alphabet (see scan.arbitraries.ts), which has one unit a character. */
function lettersOf(text: string): Letter[] {
  const letters: Letter[] = [];
  let gap = '';
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    if (LETTER.test(character)) {
      letters.push({
        is: plain(character),
        written: character,
        start: at,
        end,
        gap: gap.replace(INVISIBLE, ''),
      });
      gap = '';
    } else {
      gap += character;
    }
    at = end;
  }
  return letters;
}

/**
 * Every place where one of the terms stands, by the rules of the README: of several ways to read a term up to
 * the same end, the shortest.
 */
export function search(terms: readonly string[], text: string): Found[] {
  const letters = lettersOf(text);
  return terms.flatMap((term) => {
    const wanted = lettersOf(term);
    const shortest = new Map<number, [number, number][]>();
    for (let from = 0; from < letters.length; from++) {
      for (const path of paths(letters, from, wanted)) {
        const { start, end } = spanOf(letters, path, text);
        if (isWordBoundary(text, start) && isWordBoundary(text, end)) shortest.set(end, path);
      }
    }
    return [...shortest.values()].flatMap((path) => accept(term, wanted, letters, path, text) ?? []);
  });
}

function spanOf(letters: Letter[], path: [number, number][], text: string): { start: number; end: number } {
  const start = letters[path[0]?.[0] ?? 0]?.start ?? 0;
  let end = letters[path.at(-1)?.[1] ?? 0]?.end ?? 0;
  while (text[end] === '\u0301') end++;
  return { start, end };
}

/** Ways to read the wanted letters from `from` on: for each, the first and last index that answers it. */
function* paths(letters: Letter[], from: number, wanted: Letter[]): Generator<[number, number][]> {
  yield* extend(letters, from, wanted, 0, []);
}

function* extend(
  letters: Letter[],
  at: number,
  wanted: Letter[],
  next: number,
  path: [number, number][],
): Generator<[number, number][]> {
  if (next === wanted.length) {
    yield path;
    return;
  }
  const letter = letters[at];
  const meant = wanted[next]?.is ?? '';
  if (letter === undefined || !(letter.is === meant || LEET[letter.is]?.includes(meant))) return;
  const ownRow = rowLength(wanted, next);
  let last = at;
  for (;;) {
    const length = rowBefore(wanted, next) + last - at;
    const isOrdinary = last === at;
    const endsRow = rowBefore(wanted, next) === ownRow;
    if (isOrdinary || (endsRow && length >= 3 && !HAN.test(meant) && !/\d/.test(letter.is))) {
      yield* extend(letters, last + 1, wanted, next + 1, [...path, [at, last]]);
    }
    const following = letters[last + 1];
    if (following === undefined || following.is !== letter.is || following.gap !== '') return;
    last++;
  }
}

/** Length of the row of equal letters in the term that `at` is in. */
function rowLength(wanted: Letter[], at: number): number {
  let length = rowBefore(wanted, at);
  for (let i = at + 1; wanted[i]?.is === wanted[at]?.is && wanted[i]?.gap === ''; i++) length++;
  return length;
}

const rowBefore = (wanted: Letter[], at: number): number => {
  let length = 1;
  for (let i = at; i > 0 && wanted[i]?.gap === '' && wanted[i - 1]?.is === wanted[at]?.is; i--) length++;
  return length;
};

interface Word {
  readonly gaps: string[];
  /** Flags of each letter: whether a digit stands for it, and whether it is of another alphabet. */
  readonly digits: boolean[];
  readonly foreign: boolean[];
}

function accept(
  term: string,
  wanted: Letter[],
  letters: Letter[],
  path: [number, number][],
  text: string,
): Found | undefined {
  const { start, end } = spanOf(letters, path, text);
  const words: Word[] = [];
  for (let i = 0; i < wanted.length; i++) {
    const shown = letters[path[i]?.[0] ?? 0];
    const meant = wanted[i];
    if (shown === undefined || meant === undefined) return undefined;
    const isLeet = shown.is !== meant.is;
    const isForeign = /\p{Script=Cyrillic}/u.test(shown.written);
    if (i === 0 || meant.gap !== '') {
      if (i > 0 && !isPlausibleBetween(shown.gap, HAN.test(meant.is) || HAN.test(wanted[i - 1]?.is ?? '')))
        return undefined;
      words.push({ gaps: [], digits: [isLeet], foreign: [isForeign] });
    } else {
      words.at(-1)?.gaps.push(shown.gap);
      words.at(-1)?.digits.push(isLeet);
      words.at(-1)?.foreign.push(isForeign);
      if (shown.gap !== '' && !isPlausibleInside(shown.gap)) return undefined;
    }
  }
  if (HAN.test(term)) return { term, start, end };
  if (!words.every((word) => isPlausibleWord(word, wanted.length))) return undefined;
  const firstWord = words[0]?.gaps ?? [];
  const lastWord = words.at(-1)?.gaps ?? [];
  const first = path[0]?.[0] ?? 0;
  const last = path.at(-1)?.[1] ?? 0;
  if (isSpelled(firstWord) && goesOn(letters, first, -1, firstWord[0] ?? '')) return undefined;
  if (isSpelled(lastWord) && goesOn(letters, last, 1, lastWord.at(-1) ?? '')) return undefined;
  return { term, start, end };
}

const isSpelled = (gaps: string[]): boolean => gaps.length > 0 && gaps.every((gap) => gap !== '');

/** The generator's gaps: spaces, hyphen, star, dot, comma. */
function isPlausibleBetween(gap: string, isHan: boolean): boolean {
  if (isHan) return !gap.includes(',') && gap.length <= 8;
  if (gap === '') return false;
  if (/^\s+$/.test(gap) || /^-+$/.test(gap)) return true;
  if (/,/.test(gap) || (/[-.]/.test(gap) && /\s/.test(gap))) return false;
  if (/\n/.test(gap) && /\*/.test(gap)) return false;
  return gap.length <= 8;
}

const isPlausibleInside = (gap: string): boolean => !gap.includes(',') && gap.length <= 8;

function isPlausibleWord({ gaps, digits: leet, foreign }: Word, units: number): boolean {
  if (foreign.every(Boolean) && foreign.length < 4) return false;
  const pieces: number[] = [1];
  for (const gap of gaps) {
    if (gap === '') pieces[pieces.length - 1] = (pieces.at(-1) ?? 0) + 1;
    else pieces.push(1);
  }
  const longs = pieces.filter((piece) => piece > 1).length;
  const singles = pieces.length - longs;
  const hasSpace = gaps.some((gap) => /\s/.test(gap));
  const hasNoise = gaps.some((gap) => gap !== '');
  if (hasSpace && !((longs === 0 && units >= 3) || (singles >= 3 && longs <= 1))) return false;
  if (hasNoise && units < 3) return false;
  const shown = leet.map((is) => (is ? 'd' : 'l')).join('');
  const digits = shown.replaceAll('l', '').length;
  if (digits === 0) return true;
  if (shown.length < 3 || digits * 5 > shown.length * 3 || /^dd|dd$/.test(shown)) return false;
  return !shown.startsWith('d') || shown.length >= 4;
}

function goesOn(letters: Letter[], edge: number, direction: 1 | -1, inner: string): boolean {
  const outside = letters[edge + direction];
  if (outside === undefined || HAN.test(outside.is) || /\d/.test(outside.is) || 'ai'.includes(outside.is))
    return false;
  const gapOf = (at: number): string =>
    direction < 0 ? (letters[at]?.gap ?? '') : (letters[at + 1]?.gap ?? '');
  const outer = gapOf(edge);
  if (!isLike(outer, inner)) return false;
  if (letters[edge + 2 * direction] === undefined) return true;
  const far = direction < 0 ? gapOf(edge - 1) : gapOf(edge + 1);
  return isLike(far, inner) || /\s/.test(far);
}

const kinds = (gap: string): string => [...new Set(gap.replaceAll('\n', '\n '))].sort().join('');
const signs = (gap: string): string => gap.replace(/\s/g, '');
const isLike = (gap: string, inner: string): boolean =>
  kinds(gap) === kinds(inner) && signs(gap) === signs(inner) && gap.length <= inner.length;
