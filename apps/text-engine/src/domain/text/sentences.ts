import type { Token } from './tokens.ts';

/** How strongly the text breaks before a word. */
export const breaks = { none: 0, comma: 1, clause: 2, sentence: 3 } as const;
export type Break = (typeof breaks)[keyof typeof breaks];

/** A run of words: `first` inclusive, `last` exclusive. */
export interface Sentence {
  readonly first: number;
  readonly last: number;
}

const bullets = /[|•·●▪◦‣✔✅☑✓➤►★☆→👉¶]|\n|\r| - \[/u;
/** Marks that end a sentence when something other than a letter follows: `k!lls` and `C.0.P.D` go on. */
const ender = /[!?]["”'’)\]\s\p{Extended_Pictographic}!?]|[。！？]|\.(?:[\s"”'’)\]]|[^\p{L}\p{N}.\s-])/u;
const ellipsis = /\.{2,}|…/;
const clauseMark = /[;:—()[\]{}"“”«»]|\s[-–]+|[-–]+\s|--|\p{Extended_Pictographic}/u;
const commaMark = /[,/&+]/;
/** After these a full stop does not end a sentence. */
const abbreviations = new Set(['dr', 'mr', 'mrs', 'ms', 'vs', 'approx', 'st', 'prof', 'e', 'i', 'u']);
/** After these it does not when a number follows: `No. 1`, `Reg. 12`. */
const beforeNumber = new Set(['no', 'reg', 'vol', 'fig', 'art']);

/** Says how strongly the text breaks between two neighbouring words of it. */
export function breakBetween(text: string, before: Token, after: Token): Break {
  const between = text.slice(before.end, after.start);
  if (bullets.test(between)) return breaks.sentence;
  const rest = between.replace(/\.{2,}|…/g, ' ');
  if (ender.test(rest) && !isAbbreviated(text, before, rest, after)) return breaks.sentence;
  if (between === '.' && isRunOn(text, before, after)) return breaks.sentence;
  if (ellipsis.test(between) || clauseMark.test(between)) return breaks.clause;
  return commaMark.test(between) ? breaks.comma : breaks.none;
}

/** `Dr. Lee`, `No. 1`, `F.D.A. approved`. */
function isAbbreviated(text: string, before: Token, between: string, after: Token): boolean {
  if (!/^\.\s*$/.test(between)) return false;
  if (before.word.length === 1 && text[before.start - 1] === '.') return true;
  if (abbreviations.has(before.word)) return true;
  return beforeNumber.has(before.word) && /^\p{N}/u.test(after.word);
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
