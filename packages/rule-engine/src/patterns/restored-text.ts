import { fold, foldBits } from '@redline/matcher';

/** A text with its disguised and shouted words as they are meant, and the way back. */
export interface RestoredText {
  readonly text: string;
  /** The offset in the original of each unit, and behind the last the length of the original. */
  readonly originalOf: Int32Array;
}

/** Disguises that a reader of plain text does not see through; width and accents it knows. */
const taken = ['zero-width', 'homoglyph', 'leet', 'separator'] as const;
const disguises = foldBits(taken);
const separator = foldBits(['separator']);

/**
 * Takes the disguises off the words of a text, writes those in small letters that stand in capitals together, and leaves the
 * rest as it is. A reader of plain text sees other pieces of words in `CURES GOUT`. Pure and linear.
 * @returns null where nothing is disguised or shouted
 */
export function restoreText(original: string): RestoredText | null {
  const folded = fold(original, taken);
  const parts: string[] = [];
  const offsets: number[] = [];
  const shouts = shoutsIn(original);
  let shout = 0;
  let isRestored = false;
  const put = (written: string, from: number, isWritten: boolean): void => {
    while ((shouts[shout]?.end ?? Number.POSITIVE_INFINITY) <= from) shout++;
    const isShouted = (shouts[shout]?.start ?? Number.POSITIVE_INFINITY) <= from;
    const piece = isShouted ? inSmallLetters(written) : written;
    if (piece !== written) isRestored = true;
    parts.push(piece);
    for (let at = 0; at < piece.length; at++) offsets.push(isWritten ? from + at : from);
  };
  let done = 0;
  for (let at = 0; at < folded.text.length; at++) {
    const [start, end] = [folded.start[at] ?? 0, folded.end[at] ?? 0];
    const unit = folded.text[at] ?? '';
    if (end <= done) continue;
    const gap = original.slice(done, Math.max(done, start));
    const bits = (folded.folds[at] ?? 0) & disguises;
    const isDisguised =
      bits !== 0 && /[\p{L}\p{N}]/u.test(unit) && !(bits === separator && isLayout(original, gap, done, end));
    if (gap.length > 0 && !isDisguised) put(gap, done, true);
    // A character in two units is left as it is written.
    const written = original.slice(Math.max(done, start), end);
    put(isDisguised ? unit : written, Math.max(done, start), !isDisguised);
    if (isDisguised) isRestored = true;
    done = end;
  }
  if (!isRestored) return null;
  if (done < original.length) put(original.slice(done), done, true);
  return { text: parts.join(''), originalOf: Int32Array.from([...offsets, original.length]) };
}

/** Two words or more in capitals, of which one is long: `CURES GOUT`, and not `USB-C`, `FDA` or `SPF 50`. */
const shouted = /(?<!\p{L})\p{Lu}[\p{Lu}'’]*(?:[^\p{L}]{1,3}\p{Lu}[\p{Lu}'’]*)+(?!\p{L})/gu;
const longWord = /\p{Lu}{4}/u;

const shoutsIn = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(shouted)].flatMap(({ 0: words, index }) =>
    longWord.test(words) ? [{ start: index, end: index + words.length }] : [],
  );

/** Letters whose small form has another length stay, so that offsets do. */
const inSmallLetters = (written: string): string =>
  written.replace(/\p{Lu}/gu, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });

const han = /\p{Script=Han}/u;
/** Signs that nobody puts between Chinese phrases. */
const putIn = /^[*~^|·•`°_.\-\u200b-\u200d\u2060\ufeff]+$/;

/** Tells whether a gap between Chinese characters divides phrases (`补水 美白`), and does not draw characters apart. */
function isLayout(text: string, gap: string, before: number, end: number): boolean {
  if (gap.length === 0 || putIn.test(gap) || !han.test(text[before - 1] ?? '')) return false;
  return han.test(text[before - 2] ?? '') && han.test(text[end] ?? '');
}
