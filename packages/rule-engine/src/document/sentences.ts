import type { SentenceMarks } from '../language/language.ts';
import { isHan, type Token } from './tokens.ts';

/** The strength of the break before a word. */
export const breaks = { none: 0, list: 1, comma: 2, clause: 3, sentence: 4 } as const;
export type Break = (typeof breaks)[keyof typeof breaks];

/** A run of words: `first` inclusive, `last` exclusive. */
export interface Sentence {
  readonly first: number;
  readonly last: number;
}

const bullets = /[|•·●▪◦‣✔✅☑✓➤►★☆→👉¶]|\n|\r| - \[/u;
/** Marks that end a sentence when something other than a letter follows: `k!lls` and `C.0.P.D` go on. */
const ender = /[!?]["”'’)\]\s\p{Extended_Pictographic}!?]|[。！？]|\.(?:[\s"”'’)\]]|[^\p{L}\p{N}.\s-])/u;
/** Ends what is quoted, and not the sentence around it where lower case follows: `you said "what?" four times`. */
const quotedEnder = /^[.!?]["”’'] $/;
const isLower = (text: string, { start }: Token): boolean => /^\p{Ll}/u.test(text.slice(start, start + 2));
const ellipsis = /\.{2,}|…/;
const clauseMark =
  /[;:—()[\]{}"“”«»；：（）【】〔〕｛｝「」『』＂～]|\s[-–]+|[-–]+\s|--|\p{Extended_Pictographic}/u;

/** Says how strongly the text breaks between two neighbouring words of it. */
export function breakBetween(text: string, before: Token, after: Token, marks: SentenceMarks): Break {
  if (before.end === after.start) return breaks.none;
  const between = text.slice(before.end, after.start);
  if (isHan(before.word) || isHan(after.word)) {
    const known = breakByHan(text, before, between, after);
    if (known !== null) return known;
  }
  if (between === ' ') return breaks.none;
  if (isWrapped(text, before, between, after, marks))
    return marks.commaMark.test(between) ? breaks.comma : breaks.none;
  if (bullets.test(between)) return breaks.sentence;
  const rest = between.replace(/\.{2,}|…/g, ' ');
  if (quotedEnder.test(between) && isLower(text, after)) return breaks.comma;
  if (ender.test(rest) && !isAbbreviated(text, before, rest, after, marks)) return breaks.sentence;
  if (between === '.' && isRunOn(text, before, after)) return breaks.sentence;
  if (ellipsis.test(between) || clauseMark.test(between)) return breaks.clause;
  if (marks.commaMark.test(between)) return breaks.comma;
  return marks.listMark.test(between) ? breaks.list : breaks.none;
}

/** UTF-16 units of a line that a sentence was wrapped in, at least: shorter ones are titles and items of lists. */
const wrappedLineMin = 45;

/**
 * Tells whether a line was broken for its width alone: it is long and without an end mark, and lower case follows, or it ends
 * in a word that wants another.
 */
function isWrapped(
  text: string,
  before: Token,
  between: string,
  after: Token,
  { neverLast }: SentenceMarks,
): boolean {
  if (!/^,?[ \t]*\r?\n[ \t]*$/.test(between)) return false;
  const isOpen = neverLast.has(before.word) || isLower(text, after);
  const line = text.slice(text.lastIndexOf('\n', before.start) + 1, before.end);
  return isOpen && line.trim().length >= wrappedLineMin;
}

const unspacedBullets = /^(?:[|•·●▪◦‣✔✅☑✓➤►★☆→👉]\ufe0f?){1,3}$/u;

/**
 * Beside a Chinese character: `!` needs no space behind it; a space divides phrases unless it stands between
 * characters drawn apart (`治 疗`); a sign without spaces divides or disguises (`补水·美白`, `治·疗`), and so is no more
 * than a comma. Null for what is as everywhere.
 */
function breakByHan(text: string, before: Token, between: string, after: Token): Break | null {
  if (/[!?]/.test(between)) return breaks.sentence;
  if (!isHan(before.word) || !isHan(after.word)) return null;
  if (unspacedBullets.test(between)) return breaks.comma;
  if (!/^[ \u3000]+$/.test(between)) return null;
  return isHan(text[before.start - 1] ?? '') && isHan(text[after.end] ?? '') ? breaks.comma : breaks.none;
}

/** `Dr. Lee`, `No. 1`, `F.D.A. approved`. */
function isAbbreviated(
  text: string,
  before: Token,
  between: string,
  after: Token,
  { abbreviations, abbreviationsBeforeNumber }: SentenceMarks,
): boolean {
  if (!/^\.\s*$/.test(between)) return false;
  if (before.word.length === 1 && text[before.start - 1] === '.') return true;
  if (abbreviations.has(before.word)) return true;
  return abbreviationsBeforeNumber.has(before.word) && /^\p{N}/u.test(after.word);
}

/** `works.Order now`: the space was forgotten. */
function isRunOn(text: string, before: Token, after: Token): boolean {
  return (
    /\p{Ll}\p{Ll}$/u.test(text.slice(before.start, before.end)) &&
    /^\p{Lu}\p{Ll}/u.test(text.slice(after.start))
  );
}

/** Groups words into sentences by the breaks before them (`breakBefore[0]` is ignored). */
export function splitSentences(breakBefore: readonly Break[]): Sentence[] {
  const sentences: Sentence[] = [];
  let first = 0;
  for (let at = 1; at <= breakBefore.length; at++) {
    if (at < breakBefore.length && breakBefore[at] !== breaks.sentence) continue;
    sentences.push({ first, last: at });
    first = at;
  }
  return breakBefore.length === 0 ? [] : sentences;
}
