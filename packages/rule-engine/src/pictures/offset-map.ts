import type { Span } from '../judge/spans.ts';

/** A text made from another, with an offset map: `origins[at]` is the offset in the source of the UTF-16 unit at `at`. */
export interface MappedText {
  readonly text: string;
  readonly origins: readonly number[];
}

/** Returns a part of a text with its offset map. */
export function mapPart(text: string, { start, end }: Span): MappedText {
  return {
    text: text.slice(start, end),
    origins: Array.from({ length: end - start }, (_, at) => start + at),
  };
}

/** Maps a span to the source text. */
export function originOf({ origins }: MappedText, { start, end }: Span): Span {
  const first = origins[start] ?? 0;
  return { start: first, end: Math.max(first, origins[end - 1] ?? first) + 1 };
}

/** Concatenates two texts; `between` is mapped to the last unit of the first. */
export function joined(a: MappedText, between: string, b: MappedText): MappedText {
  const at = a.origins.at(-1) ?? b.origins[0] ?? 0;
  return {
    text: a.text + between + b.text,
    origins: [...a.origins, ...Array.from(between, () => at), ...b.origins],
  };
}

/**
 * Replaces each match of a pattern and keeps the offset map. The replacement must keep the units of the match in order: it
 * may replace some one by one, insert spaces between them, or be empty.
 */
export function replaceMatches(
  mapped: MappedText,
  pattern: RegExp,
  otherwise: (match: string) => string,
): MappedText {
  let text = '';
  const origins: number[] = [];
  let at = 0;
  for (const { 0: match, index } of mapped.text.matchAll(pattern)) {
    text += mapped.text.slice(at, index);
    origins.push(...mapped.origins.slice(at, index));
    let from = index;
    const instead = otherwise(match);
    for (const unit of instead) {
      const isAdded = unit === ' ' && instead.length > match.length && mapped.text[from] !== ' ';
      origins.push(...Array.from({ length: unit.length }, () => mapped.origins[from] ?? 0));
      if (!isAdded) from += unit.length;
    }
    text += instead;
    at = index + match.length;
  }
  if (at === 0) return mapped;
  return { text: text + mapped.text.slice(at), origins: [...origins, ...mapped.origins.slice(at)] };
}
