import type { Span } from '../judge/spans.ts';
import { apartBy } from './glued.ts';
import { joined, type Mapped, mappedOf, said } from './mapped.ts';

/** One way to read what was recognised on a picture. */
export interface Recognised extends Mapped {
  /** Where in the text a line was put behind another. */
  readonly joins: readonly number[];
}

/** Lines that may be one sentence; a poster breaks it into short ones. */
const joinedLines = [2, 3] as const;
/** A longer text is a page and not a poster: it is read line by line alone. */
const joinedCharsMax = 2_500;

/**
 * The ways to read what was recognised: line by line first; then with words that were run together told apart, single
 * letters left out, and two or three neighbouring lines read as one, from each line on. Lines without a word are left out.
 * Pure; linear in the length of the text.
 * @param text one line of the picture a line
 * @param words by which words that were run together are told apart; empty for writing without spaces
 */
export function readingsOf(text: string, words: ReadonlySet<string>): readonly Recognised[] {
  const lines = withVertical(linesOf(text))
    .map(clean)
    .filter((line) => isReadable(line, words.size > 0))
    .map((line) => said(line, figures, inFigures));
  const plain = together(lines, 1, 0);
  if (text.length > joinedCharsMax) return [plain];
  const loose = lines.map((line) => loosened(line, words));
  const readings = joinedLines.flatMap((size) =>
    Array.from({ length: size }, (_, offset) => together(loose, size, offset)),
  );
  return [...new Map([plain, ...readings].map((one) => [one.text, one])).values()];
}

function linesOf(text: string): Mapped[] {
  const lines: Span[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/\r\n|[\n\r\u2028]/g)) {
    lines.push({ start, end: index });
    start = index + mark.length;
  }
  return [...lines, { start, end: text.length }].map((line) => mappedOf(text, line));
}

const oneHan = /^\s*\p{Script=Han}\s*$/u;

/** Characters that stand below one another are a line. */
function withVertical(lines: readonly Mapped[]): Mapped[] {
  const merged: Mapped[] = [];
  let isVertical = false;
  for (const line of lines) {
    const last = merged.at(-1);
    const goesOn = isVertical && last !== undefined && oneHan.test(line.text);
    if (goesOn) merged[merged.length - 1] = joined(last, '', line);
    else merged.push(line);
    isVertical = oneHan.test(line.text);
  }
  return merged;
}

/** Letters, figures, and what belongs to amounts and addresses. */
const meant = /[\p{L}\p{N}$€£¥￥%@+]|(?<=\p{N})[.,:/-](?=\p{N})/gu;
const spacedWord = /\p{N}{2}|[$€£]\p{N}|\p{L}*[aeiouy]\p{L}+|\p{L}+[aeiouy]/iu;
/** Among Chinese characters two or three letters are no word. */
const unspacedWord = /\p{Script=Han}{2}|\p{Script=Han}[a-z0-9]|[a-z0-9]\p{Script=Han}|\p{N}{2}|[a-z]{4}|@/iu;

/** Whether a line holds a word or a number at all, and is not mostly signs: what a texture or a drawing was taken for. */
function isReadable({ text }: Mapped, isSpaced: boolean): boolean {
  const units = text.replace(/\s/gu, '').length;
  const read = text.match(meant)?.length ?? 0;
  return read * 3 > units * 2 && (isSpaced ? spacedWord : unspacedWord).test(text);
}

/** What stands among figures, or where only a figure can stand, is one: `2O kg`, `l00%`, `O812`, `#l`. */
const figures =
  /(?<=[+#])[lI|](?![\p{L}])|(?<=[0-9][ -])[OoIl|]{1,4}(?=[ -][0-9])|(?<![\p{L}\p{N}])[OoIl|]{1,3}(?=%)|(?<![\p{L}\p{N}])(?=[0-9OoIl|.,-]*[0-9])[0-9OoIl|][0-9OoIl|.,-]*(?=(?:kg|lbs?|g|ml|mg|cm|days?|hari|rb|jt)?(?![\p{L}\p{N}]))/gu;
const likeFigures: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1', '|': '1' };
/** Letters and figures as wide as Chinese characters, and what belongs to addresses. */
const wide = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF20\uFF0E\uFF0D\uFF0B]/gu;
/** A sign that stands by itself was dust or a frame. */
const stray = /(?<=^|\s)[^\p{L}\p{N}\s$€£¥￥%&+@#➕📞☎📱💬]{1,2}(?=\s|$)/gu;

function clean(line: Mapped): Mapped {
  const narrow = said(line, wide, (unit) => String.fromCharCode(unit.charCodeAt(0) - 0xfee0));
  return said(narrow, stray, (sign) => ' '.repeat(sign.length));
}

const inFigures = (number: string): string => number.replace(/[OoIl|]/g, (one) => likeFigures[one] ?? one);

/** Single letters that are no words of the languages read here. */
const strayLetter = /(?<=^|\s)[b-hj-zB-HJ-Z](?=\s|$)/gu;
const betweenHan = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu;

function loosened(line: Mapped, words: ReadonlySet<string>): Mapped {
  const close = said(line, betweenHan, () => '');
  if (words.size === 0) return close;
  const apart = said(close, /[a-z0-9]{6,}/giu, (word) => apartBy(word, words));
  return said(apart, strayLetter, () => ' ');
}

/** A line that ends like this is a sentence, and the next one another. */
const ended = /[.!?。！？]["”'’)）\]」』]*\s*$/u;

/** Lines as one text, so many of them read as one, counted from the one at `offset`. */
function together(lines: readonly Mapped[], size: number, offset: number): Recognised {
  const joins: number[] = [];
  const text = lines.reduce<Mapped | null>((sum, line, at) => {
    if (!sum) return line;
    const isOne = (at - offset) % size !== 0 && !ended.test(sum.text);
    if (!isOne) return joined(sum, '\n', line);
    const hyphen = /\p{Ll}-\s*$/u.test(sum.text) && /^\s*\p{Ll}/u.test(line.text);
    const before = hyphen ? said(sum, /-\s*$/gu, () => '') : sum;
    joins.push(before.text.length);
    const touches = /\p{Script=Han}\s*$/u.test(before.text) && /^\s*\p{Script=Han}/u.test(line.text);
    return joined(before, hyphen || touches ? '' : ' ', line);
  }, null);
  return { ...(text ?? { text: '', origins: [] }), joins };
}
