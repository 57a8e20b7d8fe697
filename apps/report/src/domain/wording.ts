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
  const told = [...new Set(spans.map(spanText))];
  if (told.length <= spansListedMax) return told.join('、');
  return `${told.slice(0, spansListedMax).join('、')} 等 ${told.length} 段`;
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
 * Words of somebody else as one line that cannot be taken for a part of the report: without line ends and without the
 * brackets of headings.
 */
export const cleaned = (words: string): string =>
  words
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('【', '［')
    .replaceAll('】', '］')
    .trim();

/** At most so many UTF-16 units and a sign that there were more; no character is parted. */
export function clipped(words: string, max: number): string {
  if (words.length <= max) return words;
  const end = /[\uD800-\uDBFF]/.test(words.charAt(max - 1)) ? max - 1 : max;
  return `${words.slice(0, end)}…`;
}

/** Quotation marks within a quotation become the inner ones. */
const inner = (words: string): string => words.replace(/[“"]/g, '‘').replace(/[”"]/g, '’');

/** Words of somebody else, marked as such. */
export const quoted = (words: string, max = 60): string => `“${clipped(inner(cleaned(words)), max)}”`;

/** A phrase of the rules as it goes into a sentence: on one line, without the mark at its end. */
export const phrase = (words: string, max = 200): string =>
  clipped(cleaned(words).replace(/[。.；;\s]+$/u, ''), max);

/**
 * Lines up to a length, and then how many more there are.
 * @param rest says of a number of lines that they are left out
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
