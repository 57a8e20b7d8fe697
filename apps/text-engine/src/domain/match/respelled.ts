import type { Sounds } from '../language/sounds.ts';
import type { SoundAlike, SoundTable } from '../rules/sound-table.ts';
import type { TextStructure } from '../text/structure.ts';
import { isHan, type Token } from '../text/tokens.ts';

/** A stretch of a text that may stand for other characters. Offsets are UTF-16, end exclusive. */
interface Respelling {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly fold: 'pinyin' | 'homophone' | 'split' | 'pictogram';
}

/** What stands around stretches of a text, these read otherwise, and the way back. */
export interface Respelled {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A piece of a respelled text: copied from the original at `start`, or read otherwise as a whole. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  /** Null for what was copied. */
  readonly fold: Respelling['fold'] | null;
}

/** Readings of a text that are tried, and stretches in one. */
const readingsMax = 4;
const stretchesMax = 100;
/** What may stand between two characters of one word: what the automaton sees through as well. */
const betweenMax = 3;
const between = /^[\s\-_.·*~|/+^]*$/u;

/**
 * Reads what is spelled by sound or by parts: pinyin beside or instead of characters (治liao, zhiliao), characters of
 * the same sound in words that people spell so (薇信), characters drawn apart (氵台疒了). Gives them as texts, so that
 * everything can be looked for in them that is looked for in any text; most texts have none.
 */
export function respelledTexts(structure: TextStructure, table: SoundTable, sounds: Sounds): Respelled[] {
  const found = [
    ...byPinyin(structure, table, sounds),
    ...bySound(structure, table, sounds),
    ...byParts(structure, table),
    ...byPlus(structure),
  ];
  if (found.length === 0) return [];
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const texts: Respelled[] = [];
  for (let left = found; left.length > 0 && texts.length < readingsMax; ) {
    const taken = apart(left);
    texts.push(written(structure.text, taken));
    const isTaken = new Set(taken);
    left = left.filter((one) => !isTaken.has(one));
  }
  return texts;
}

/** The first of those that overlap each. */
function apart(found: readonly Respelling[]): Respelling[] {
  const taken: Respelling[] = [];
  let end = 0;
  for (const one of found) {
    if (one.start < end || taken.length >= stretchesMax) continue;
    taken.push(one);
    end = one.end;
  }
  return taken;
}

/** As many characters around a stretch as a term may have there. */
const around = 12;

function written(text: string, taken: readonly Respelling[]): Respelled {
  let made = '';
  const pieces: Piece[] = [];
  const add = (start: number, end: number, piece: string, fold: Piece['fold']): void => {
    if (piece === '') return;
    pieces.push({ from: made.length, to: made.length + piece.length, start, end, fold });
    made += piece;
  };
  let copied = 0;
  for (const [number, { start, end, text: read, fold }] of taken.entries()) {
    const from = Math.max(copied, start - around);
    // What lies between two far stretches is left out; no term goes across a line.
    if (from > copied) made += '\n';
    add(from, start, text.slice(from, start), null);
    add(start, end, read, fold);
    copied = Math.max(end, Math.min(end + around, taken[number + 1]?.start ?? text.length));
    add(end, copied, text.slice(end, copied), null);
  }
  return { text: made, pieces };
}

/**
 * Where a stretch of the respelled text is in the original, and the disguises it holds; null where it begins or ends
 * within what is read as a whole.
 */
export function originalOf(
  { pieces }: Respelled,
  { start, end }: { readonly start: number; readonly end: number },
): { start: number; end: number; folds: readonly string[] } | null {
  const touched = pieces.filter(({ from, to }) => from < end && start < to);
  const first = touched[0];
  const last = touched.at(-1);
  if (!first || !last) return null;
  const isCut = (first.fold !== null && start > first.from) || (last.fold !== null && end < last.to);
  if (isCut) return null;
  return {
    start: first.fold === null ? first.start + start - first.from : first.start,
    end: last.fold === null ? last.start + end - last.from : last.end,
    folds: [...new Set(touched.flatMap(({ fold }) => fold ?? []))],
  };
}

const latin = /^[a-z]{2,24}$/;

function byPinyin(structure: TextStructure, table: SoundTable, sounds: Sounds): Respelling[] {
  const { tokens } = structure;
  const found: Respelling[] = [];
  for (const [at, token] of tokens.entries()) {
    const letters = lettersOf(token);
    if (letters === null) continue;
    const add = (last: Token, texts: Iterable<string>): void => {
      for (const text of texts) found.push({ start: token.start, end: last.end, text, fold: 'pinyin' });
    };
    const next = neighbour(structure, at, 1);
    const before = neighbour(structure, at, -1);
    const nextLetters = next && lettersOf(next);
    if (next && nextLetters) add(next, table.wholes.get(letters + nextLetters) ?? []);
    add(token, table.wholes.get(letters) ?? []);
    if (!before && !next) continue;
    for (const syllables of sounds.syllablesOf(letters)) {
      const left = before && isHan(before.word) ? rightOf(before.word, syllables, table) : [];
      const right = next && isHan(next.word) ? leftOf(next.word, syllables, table) : [];
      add(token, new Set([...left.filter((one) => right.includes(one)), ...left, ...right]));
    }
  }
  return found;
}

/** Pinyin without its tone marks; null for other words. */
function lettersOf({ word }: Token): string | null {
  if (isHan(word)) return null;
  const plain = /^[\x20-\x7e]+$/.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '');
  return latin.test(plain) ? plain : null;
}

/** What the syllables after a character stand for, each beside the one before. */
function rightOf(before: string, syllables: readonly string[], { besides }: SoundTable): string[] {
  let ways = [''];
  for (const syllable of syllables) {
    ways = ways.flatMap((way) =>
      [...(besides.get(`${way.at(-1) ?? before}|${syllable}`) ?? '')].map((character) => way + character),
    );
  }
  return ways.slice(0, readingsMax);
}

function leftOf(after: string, syllables: readonly string[], { besides }: SoundTable): string[] {
  let ways = [''];
  for (const syllable of syllables.toReversed()) {
    ways = ways.flatMap((way) =>
      [...(besides.get(`${syllable}|${way[0] ?? after}`) ?? '')].map((character) => character + way),
    );
  }
  return ways.slice(0, readingsMax);
}

/** The word beside another one where nothing but a few signs stands between. */
function neighbour({ tokens, text }: TextStructure, at: number, step: 1 | -1): Token | undefined {
  const one = tokens[at];
  const other = tokens[at + step];
  if (!one || !other) return undefined;
  const [first, second] = step === 1 ? [one, other] : [other, one];
  const gap = text.slice(first.end, second.start);
  return gap.length <= betweenMax && !gap.includes('\n') && between.test(gap) ? other : undefined;
}

function bySound(structure: TextStructure, table: SoundTable, sounds: Sounds): Respelling[] {
  const { tokens } = structure;
  if (table.alikes.size === 0) return [];
  const readings = tokens.map(({ word }) => sounds.readingsOf(word)[0]);
  const found: Respelling[] = [];
  for (let at = 0; at < readings.length; at++) {
    const reading = readings[at];
    const alikes = reading === undefined ? undefined : table.alikes.get(reading);
    if (!alikes) continue;
    for (const alike of alikes) {
      // Most differ in their second syllable.
      if (alike.syllables[1] !== readings[at + 1]) continue;
      if (alike.syllables.some((syllable, number) => readings[at + number] !== syllable)) continue;
      const written = tokens.slice(at, at + alike.syllables.length);
      const first = written[0];
      const last = written.at(-1);
      if (!first || !last || !mayStandFor(structure, at, written, alike, table)) continue;
      found.push({ start: first.start, end: last.end, text: alike.word, fold: 'homophone' });
    }
  }
  return found;
}

/** Of a short word one character is another one; nobody would know it otherwise. */
function mayStandFor(
  structure: TextStructure,
  at: number,
  written: readonly Token[],
  { word }: SoundAlike,
  { everyday, except }: SoundTable,
): boolean {
  const others = written.filter((token, number) => token.word !== word[number]);
  if (others.length === 0 || others.length > word.length / 2) return false;
  if (written.some((_, number) => number > 0 && !neighbour(structure, at + number, -1))) return false;
  return others.every(
    (token) => !everyday.has(token.word) && !isWithin(structure.text, token, except.get(token.word) ?? []),
  );
}

/** Whether a character stands in one of the words. */
function isWithin(text: string, { start, word }: Token, words: readonly string[]): boolean {
  return words.some((one) => {
    for (let place = one.indexOf(word); place >= 0; place = one.indexOf(word, place + 1))
      if (text.startsWith(one, start - place)) return true;
    return false;
  });
}

const none: readonly never[] = [];

function byParts({ tokens, text }: TextStructure, { splits }: SoundTable): Respelling[] {
  const found: Respelling[] = [];
  for (const { start, word } of tokens) {
    for (const { parts, character } of splits.get(word) ?? none)
      if (text.startsWith(parts, start))
        found.push({ start, end: start + parts.length, text: character, fold: 'split' });
  }
  return found;
}

const plus = /(?:^|[^\d\s])\s?[+＋]\s?$/u;
const plusLengthMax = 4;

/** `+薇`: a plus sign that adds nothing is read as 加. */
function byPlus({ tokens, text }: TextStructure): Respelling[] {
  if (!/[+＋]/.test(text)) return [];
  return tokens
    .filter(({ start }) => plus.test(text.slice(Math.max(0, start - plusLengthMax), start)))
    .map(({ start, end }) => ({
      start,
      end,
      text: `加${text.slice(start, end)}`,
      fold: 'pictogram' as const,
    }));
}
