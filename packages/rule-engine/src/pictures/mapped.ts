import type { Span } from '../judge/spans.ts';

/** A text that was made of another: `origins[at]` is where the unit at `at` stands there. */
export interface Mapped {
  readonly text: string;
  readonly origins: readonly number[];
}

/** A stretch of a text, as it stands there. */
export function mappedOf(text: string, { start, end }: Span): Mapped {
  return {
    text: text.slice(start, end),
    origins: Array.from({ length: end - start }, (_, at) => start + at),
  };
}

/** The place in the other text that a place of this one was made of. */
export function originOf({ origins }: Mapped, { start, end }: Span): Span {
  const first = origins[start] ?? 0;
  return { start: first, end: Math.max(first, origins[end - 1] ?? first) + 1 };
}

/** One text behind the other, with something between them that stands where the second begins. */
export function joined(a: Mapped, between: string, b: Mapped): Mapped {
  const at = a.origins.at(-1) ?? b.origins[0] ?? 0;
  return {
    text: a.text + between + b.text,
    origins: [...a.origins, ...Array.from(between, () => at), ...b.origins],
  };
}

/**
 * The text with each match of a pattern said otherwise. What is said keeps the units of the match in their order: it may
 * replace some one by one, put spaces between them, or leave all of them out.
 */
export function said(mapped: Mapped, pattern: RegExp, otherwise: (match: string) => string): Mapped {
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
