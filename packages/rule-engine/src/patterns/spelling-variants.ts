import type { TextStructure } from '../document/structure.ts';
import { isHan, type Token } from '../document/tokens.ts';
import type { Sounds } from '../language/sounds.ts';
import { homophoneVariants, pinyinVariants } from './homophones.ts';
import { foreign, plainCoreOf } from './plain-core.ts';
import type { Respelling } from './respelling.ts';
import { isOneOf, type SoundTable } from './sound-table.ts';

/** A text with some stretches replaced by what they may stand for, and the way back to the original. */
export interface VariantText {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A piece of a variant text: copied from `start` of the original, inserted there, or a replacement of `start` to `end`. */
interface Piece {
  readonly kind: 'copied' | 'read';
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  readonly fold: Respelling['fold'];
}

/** Variants made of one text, and replacements in one variant. */
const readingsMax = 4;
const stretchesMax = 100;
/**
 * Reads what is written otherwise than its terms: pinyin beside or instead of characters (治liao, zhiliao), characters
 * of the same sound in words that people spell so (薇信), characters drawn apart (氵台疒了), words without the space
 * behind a number (25mg), words with foreign letters stuck to them (diabetesＸ). Gives them as texts, so that everything can be looked for in them that is looked for in any
 * text; most texts have none.
 * @param table what the pack's terms sound like; null for a language that is written in letters
 */
export function variantTexts(
  structure: TextStructure,
  table: SoundTable | null,
  sounds: Sounds | null,
): VariantText[] {
  const found: Respelling[] = [...unitVariants(structure), ...gluedVariants(structure)];
  if (table && sounds) {
    found.push(...pinyinVariants(structure, table, sounds), ...homophoneVariants(structure, table, sounds));
    found.push(...splitVariants(structure, table), ...plusVariants(structure));
  }
  if (found.length === 0) return [];
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const texts: VariantText[] = [];
  for (let left = found; left.length > 0 && texts.length < readingsMax; ) {
    const taken = apart(left);
    texts.push(written(structure.text, taken));
    const isTaken = new Set(taken);
    left = left.filter((one) => !isTaken.has(one));
  }
  return texts;
}

/** Selects replacements that do not overlap, the first of each group. */
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

/** Characters copied on either side of a replacement, so that a term may span it. */
const around = 40;

function written(text: string, taken: readonly Respelling[]): VariantText {
  let made = '';
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], { start, end, text: piece, fold }: Respelling): void => {
    if (piece === '') return;
    pieces.push({ kind, from: made.length, to: made.length + piece.length, start, end, fold });
    made += piece;
  };
  const copy = (start: number, end: number): void =>
    add('copied', { start, end, text: text.slice(start, end), fold: null });
  let copied = 0;
  for (const [number, one] of taken.entries()) {
    const from = Math.max(copied, one.start - around);
    // What lies between two far stretches is left out; no term goes across a line.
    if (from > copied) made += '\n';
    copy(from, one.start);
    add('read', one);
    copied = Math.max(one.end, Math.min(one.end + around, taken[number + 1]?.start ?? text.length));
    copy(one.end, copied);
  }
  return { text: made, pieces };
}

/**
 * Returns the place of a stretch of the respelled text in the original, and the disguises it holds; null for one that was there
 * anyway, or that begins or ends within what is read as a whole.
 */
export function originalOf(
  { pieces }: VariantText,
  { start, end }: { readonly start: number; readonly end: number },
): { start: number; end: number; folds: readonly string[] } | null {
  const touched = pieces.filter(({ from, to }) => from <= end && start <= to);
  const held = touched.filter(({ from, to }) => from < end && start < to);
  const first = held[0];
  const last = held.at(-1);
  // What a space was put beside touches it, what is read otherwise is held.
  if (!first || !last || !touched.some((piece) => isPutIn(piece) || (isRead(piece) && held.includes(piece))))
    return null;
  if ((isRead(first) && start > first.from) || (isRead(last) && end < last.to)) return null;
  return {
    start: isRead(first) ? first.start : first.start + start - first.from,
    end: isRead(last) ? last.end : last.start + end - last.from,
    folds: [...new Set(held.flatMap(({ fold }) => fold ?? []))],
  };
}

const isRead = ({ kind }: Piece): boolean => kind === 'read';
const isPutIn = ({ kind, start, end }: Piece): boolean => kind === 'read' && start === end;

/** `25mg`, `4x`: the words of an amount are words of their own, as they are to the rules. */
function unitVariants({ tokens, text }: TextStructure): Respelling[] {
  const found: Respelling[] = [];
  for (let at = 1; at < tokens.length; at++) {
    const start = tokens[at]?.start ?? 0;
    if (tokens[at - 1]?.end !== start || !isDigit(text.charCodeAt(start - 1))) continue;
    if (/\p{L}/u.test(text[start] ?? '') && !isHan(text[start] ?? ''))
      found.push({ start, end: start, text: ' ', fold: null });
  }
  return found;
}

/**
 * Words with foreign letters stuck to them (`diabetesé`, `Ｘcures`): read apart, for terms that end there, and without them,
 * for terms that go on with the next word. As written they are read too (`café`).
 */
function gluedVariants({ tokens, text, language }: TextStructure): Respelling[] {
  if (!language.connectives.spaced || !foreign.test(text)) return [];
  return tokens.flatMap(({ start, end }): Respelling[] => {
    const core = plainCoreOf(text, { start, end });
    if (!core) return [];
    const stuck = [
      { start, end: core.start, edge: core.start },
      { start: core.end, end, edge: core.end },
    ].filter((run) => run.start < run.end);
    return stuck.flatMap((run) => [
      { start: run.edge, end: run.edge, text: ' ', fold: null },
      { start: run.start, end: run.end, text: ' ', fold: null },
    ]);
  });
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

const none: readonly never[] = [];

function splitVariants({ tokens, text }: TextStructure, { splits, parts: firsts }: SoundTable): Respelling[] {
  const found: Respelling[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const { start, word } = tokens[at] as Token;
    if (!isOneOf(firsts, word)) continue;
    for (const { parts, character } of splits.get(word) ?? none)
      if (text.startsWith(parts, start))
        found.push({ start, end: start + parts.length, text: character, fold: 'split' });
  }
  return found;
}

const plus = /(?:^|[^\d\s])\s?[+＋]\s?$/u;
const plusLengthMax = 4;

/** `+薇`: a plus sign that adds nothing is read as 加. */
function plusVariants({ tokens, text }: TextStructure): Respelling[] {
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
