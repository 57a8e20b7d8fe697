/** A stretch of a video, in seconds; of a frame both ends are the same. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** `mm:ss`, whole seconds; minutes go on past an hour. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

const spansListedMax = 4;

/** `00:03–00:06、00:15`; past four the rest is counted. */
export function spansText(spans: readonly Span[]): string {
  const texts = [...new Set(spans.map(spanText))];
  if (texts.length <= spansListedMax) return texts.join('、');
  return `${texts.slice(0, spansListedMax).join('、')} 等 ${texts.length} 段`;
}

function spanText({ start, end }: Span): string {
  const [from, to] = [clock(start), clock(end)];
  return from === to ? from : `${from}–${to}`;
}

const beijingMs = 8 * 3_600_000;

/** `2026-11-22 20:00（北京时间）`. @param iso a time as ISO 8601 writes it */
export function beijingTime(iso: string): string {
  const shifted = new Date(Date.parse(iso) + beijingMs).toISOString();
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 16)}（北京时间）`;
}

/**
 * Cleans words of others to one line that cannot be taken for a part of the report: without line ends and without the
 * brackets of headings.
 */
export const cleaned = (words: string): string =>
  words
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('【', '［')
    .replaceAll('】', '］')
    .trim();

/** Cuts a text to so many UTF-16 units and an ellipsis; no character is split. */
export function clipped(words: string, max: number): string {
  if (words.length <= max) return words;
  const end = /[\uD800-\uDBFF]/.test(words.charAt(max - 1)) ? max - 1 : max;
  return `${words.slice(0, end)}…`;
}

/** Replaces quotation marks within a quotation by inner ones. */
const inner = (words: string): string => words.replace(/[“"]/g, '‘').replace(/[”"]/g, '’');

/** Quotes words of others. */
export const quoted = (words: string, max = 60): string => `“${clipped(inner(cleaned(words)), max)}”`;

/** Prepares a phrase of the rules for a sentence: on one line, without punctuation at its end. */
export const phrase = (words: string, max = 200): string =>
  clipped(cleaned(words).replace(/[。.；;\s]+$/u, ''), max);

/**
 * Returns lines up to a length, and then the number of the others.
 * @param rest renders the number of lines that are left out
 */
export function fitted(
  lines: readonly string[],
  lengthMax: number,
  rest: (count: number) => string,
): readonly string[] {
  let length = 0;
  for (const [place, line] of lines.entries()) {
    length += line.length + 1;
    if (length > lengthMax) return [...lines.slice(0, place), rest(lines.length - place)];
  }
  return lines;
}
