import type { Span } from '../judge/spans.ts';
import { joined, type MappedText, mapPart, replaceMatches } from './offset-map.ts';
import { splitRunTogether } from './split-words.ts';

/** One variant of the recognized lines of a picture, with offsets into the text as submitted. */
export interface OcrVariant extends MappedText {
  /** Offsets in `text` at which a line was appended to another. */
  readonly joins: readonly number[];
}

/** A line, or the begin of a block that has nothing to do with the line before it. */
interface Line extends MappedText {
  readonly startsBlock: boolean;
}

/** Numbers of neighbouring lines that are joined: a poster breaks a sentence into short lines. */
const joinedLines = [2, 3] as const;
/** A longer text is a page and not a poster: its lines are not joined. */
const joinedCharsMax = 2_500;

/**
 * Makes the OCR variants of a text: first its lines as recognized; then with words split that were run together, stray
 * single letters removed, and two or three neighbouring lines joined, starting from each line. Lines without a word are
 * left out. Lines that an empty line divides are of different blocks and never joined. Pure; linear in the length of the
 * text.
 * @param text recognized lines, divided by line breaks
 * @param words known words, by which words that were run together are split; empty for writing without spaces
 * @returns distinct variants, the plain one first; at least one
 */
export function ocrVariantsOf(text: string, words: ReadonlySet<string>): readonly OcrVariant[] {
  const blocks = blocksOf(withVertical(linesOf(text)))
    .map((block) => block.map(clean).filter((line) => isReadable(line, words.size > 0)))
    .map((block) => block.map((line) => replaceMatches(line, figures, inFigures)));
  const lines = blocks.flatMap((block) =>
    block.map((line, at): Line => ({ ...line, startsBlock: at === 0 })),
  );
  const plain = together(lines, 1, 0);
  if (text.length > joinedCharsMax) return [plain];
  const loose = lines.map((line): Line => ({ ...line, ...loosened(line, words) }));
  const readings = joinedLines.flatMap((size) =>
    Array.from({ length: size }, (_, offset) => together(loose, size, offset)),
  );
  return [...new Map([plain, ...readings].map((one) => [one.text, one])).values()];
}

function linesOf(text: string): MappedText[] {
  const lines: Span[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/\r\n|[\n\r\u2028]/g)) {
    lines.push({ start, end: index });
    start = index + mark.length;
  }
  return [...lines, { start, end: text.length }].map((line) => mapPart(text, line));
}

/** Divides lines at empty ones. */
function blocksOf(lines: readonly MappedText[]): readonly (readonly MappedText[])[] {
  const blocks: MappedText[][] = [[]];
  for (const line of lines) {
    if (line.text.trim() === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks;
}

const oneHan = /^\s*\p{Script=Han}\s*$/u;

/** Joins lines of one Chinese character each into one line: vertical writing. */
function withVertical(lines: readonly MappedText[]): MappedText[] {
  const merged: MappedText[] = [];
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

/** Letters, digits, and symbols of amounts and addresses. */
const meant = /[\p{L}\p{N}$€£¥￥%@+]|(?<=\p{N})[.,:/-](?=\p{N})/gu;
const spacedWord = /\p{N}{2}|[$€£]\p{N}|\p{L}*[aeiouy]\p{L}+|\p{L}+[aeiouy]/iu;
/** Among Chinese characters two or three letters are no word. */
const unspacedWord = /\p{Script=Han}{2}|\p{Script=Han}[a-z0-9]|[a-z0-9]\p{Script=Han}|\p{N}{2}|[a-z]{4}|@/iu;

/** Tells whether a line has a word or a number and is not mostly symbols, as the output for a texture or a drawing is. */
function isReadable({ text }: MappedText, isSpaced: boolean): boolean {
  const units = text.replace(/\s/gu, '').length;
  const read = text.match(meant)?.length ?? 0;
  return read * 3 > units * 2 && (isSpaced ? spacedWord : unspacedWord).test(text);
}

/** Letters among digits, or where only a digit can be: `2O kg`, `l00%`, `O812`, `#l`. */
const figures =
  /(?<=[+#])[lI|](?![\p{L}])|(?<=[0-9][ -])[OoIl|]{1,4}(?=[ -][0-9])|(?<![\p{L}\p{N}])[OoIl|]{1,3}(?=%)|(?<![\p{L}\p{N}])(?=[0-9OoIl|.,-]*[0-9])[0-9OoIl|][0-9OoIl|.,-]*(?=(?:kg|lbs?|g|ml|mg|cm|days?|hari|rb|jt)?(?![\p{L}\p{N}]))/gu;
const likeFigures: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1', '|': '1' };
/** Full-width letters and digits, and symbols of addresses. */
const wide = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF20\uFF0E\uFF0D\uFF0B]/gu;
/** A lone symbol: dust or a frame that was taken for text. */
const stray = /(?<=^|\s)[^\p{L}\p{N}\s$€£¥￥%&+@#➕📞☎📱💬]{1,2}(?=\s|$)/gu;

function clean(line: MappedText): MappedText {
  const narrow = replaceMatches(line, wide, (unit) => String.fromCharCode(unit.charCodeAt(0) - 0xfee0));
  return replaceMatches(narrow, stray, (sign) => ' '.repeat(sign.length));
}

const inFigures = (number: string): string => number.replace(/[OoIl|]/g, (one) => likeFigures[one] ?? one);

/** Single letters that are no words of the supported languages. */
const strayLetter = /(?<=^|\s)[b-hj-zB-HJ-Z](?=\s|$)/gu;
const betweenHan = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu;

function loosened(line: MappedText, words: ReadonlySet<string>): MappedText {
  const close = replaceMatches(line, betweenHan, () => '');
  if (words.size === 0) return close;
  const apart = replaceMatches(close, /[a-z0-9]{6,}/giu, (word) => splitRunTogether(word, words));
  return replaceMatches(apart, strayLetter, () => ' ');
}

/** The end of a sentence: the next line begins another. */
const ended = /[.!?。！？]["”'’)）\]」』]*\s*$/u;

/** Makes one text of the lines, each `size` of them joined into one line, counted from the one at `offset`. */
function together(lines: readonly Line[], size: number, offset: number): OcrVariant {
  const joins: number[] = [];
  const text = lines.reduce<MappedText | null>((sum, line, at) => {
    if (!sum) return line;
    const isOne = (at - offset) % size !== 0 && !line.startsBlock && !ended.test(sum.text);
    if (!isOne) return joined(sum, '\n', line);
    const hyphen = /\p{Ll}-\s*$/u.test(sum.text) && /^\s*\p{Ll}/u.test(line.text);
    const before = hyphen ? replaceMatches(sum, /-\s*$/gu, () => '') : sum;
    joins.push(before.text.length);
    const touches = /\p{Script=Han}\s*$/u.test(before.text) && /^\s*\p{Script=Han}/u.test(line.text);
    return joined(before, hyphen || touches ? '' : ' ', line);
  }, null);
  return { ...(text ?? { text: '', origins: [] }), joins };
}
