import type { TextStructure } from '../document/structure.ts';
import type { Span } from '../judge/spans.ts';
import { closesWhatItOpens } from './clauses.ts';

/** A sentence, bullet or title segment with its end marks. */
export interface SentenceSpan extends Span {
  /** Whether it is a line, or a segment of one, without an end mark: a title, a bullet. */
  readonly isOpen: boolean;
}

const bulletSigns = '[|•·●▪◦‣✔✅☑✓➤►★☆→👉¶❌✨🔥⭐🌟📌💥🎁👇]';
/** A bullet, number or sign at the beginning of a line. */
const bullet = new RegExp(
  `^[ \\t\\u3000]*(?:(?:[-*–—#]+[ \\t]+|${bulletSigns}\\uFE0F?|\\d{1,2}[.)、]|[①-⑳])[ \\t\\u3000]*)*`,
  'u',
);
/** What closes a sentence: symbols of its last word, end marks, closing quotation marks, and pictograms. */
const closing =
  /^(?:[%％+°™®]|['’]s\b|\/7\b)*(?:[^\S\n]?(?:[.!?。！？…~～；]|\p{M})+)?["”'’)\]」』）】》]*[.!?。！？]*(?:[^\S\n]*(?![|•·●▪◦✔✅☑✓➤►★☆→👉])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI})[\uFE0F\u200D]*)*/u;
/** Symbols that open a sentence. */
const opening =
  /(?:[$€£¥￥#@~+]|No\.|["“‘'「『（(【[《]|(?![✔✅☑✓➤►★☆→👉])(?:\p{Extended_Pictographic}|\p{RI})\uFE0F?[^\S\n]?)+$/u;
/** Says who speaks, or where, at the beginning of a line: `[VO]`, `HOST:`, `旁白：`. */
const speaker = /^(?:\[[^\]\n]{1,40}\][ \t]*|[A-Z][A-Z ]{1,12}:[ \t]+|[\p{Script=Han}]{1,4}：(?=[^\n]))+/u;
const endMark = /[.!?。！？…]["”'’)\]」』）】]*(?:[^\S\n]?(?:\p{Extended_Pictographic}|\uFE0F|\u200D))*$/u;

/** UTF-16 units of sentences that quotation marks or brackets hold together, at most. */
const quotedMax = 300;

/**
 * Lists the sentences of a text in order, each with the marks that belong to it. They do not overlap. Sentences of one
 * quotation or bracket are one.
 */
export function sentenceSpans({ text, tokens, sentences }: TextStructure): SentenceSpan[] {
  let from = 0;
  const spans = sentences.map(({ first, last }): Span => {
    const word = tokens[first]?.start ?? 0;
    const start = word - (opening.exec(text.slice(from, word))?.[0].length ?? 0);
    const next = tokens[last]?.start ?? text.length;
    const behind = tokens[last - 1]?.end ?? text.length;
    const end = behind + (closing.exec(text.slice(behind, next))?.[0].length ?? 0);
    from = end;
    return { start, end };
  });
  return joinedByPairs(text, spans).map((span) => {
    const { end } = span;
    const start = span.start + labelLength(text, span);
    return { start, end, isOpen: !endMark.test(text.slice(start, end)) };
  });
}

/** Joins the sentences of a line that stand between the two marks of a pair; a quotation that begins a sentence is opened. */
function joinedByPairs(text: string, spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (let at = 0; at < spans.length; at++) {
    const first = spans[at];
    if (!first) continue;
    const whole = closesWhatItOpens(text.slice(first.start, first.end))
      ? first
      : spans.slice(at + 1, at + 12).find(({ end }) => closesWhatItOpens(text.slice(first.start, end)));
    const group = whole ? spans.slice(at, spans.indexOf(whole) + 1) : [first];
    const words = text.slice(first.start, group.at(-1)?.end);
    const isPair = group.length > 1 && !words.includes('\n');
    if (!isPair) joined.push(first);
    else if (isQuotation(words)) joined.push(...withoutQuotes(text, group));
    else if (words.length <= quotedMax)
      joined.push({ start: first.start, end: group.at(-1)?.end ?? first.end });
    else joined.push(...group);
    if (isPair) at += group.length - 1;
  }
  return joined;
}

const isQuotation = (words: string): boolean =>
  /^[^\p{L}\p{N}]*["“「『]/u.test(words.replace(speaker, '')) && /["”」』]$/u.test(words);

/** Returns the sentences of a quotation without its two marks. */
const withoutQuotes = (text: string, group: readonly Span[]): Span[] =>
  group.map(({ start, end }, at) => ({
    start: at === 0 ? start + (/^.*?["“「『]/u.exec(text.slice(start, end))?.[0].length ?? 0) : start,
    end: at === group.length - 1 ? end - 1 : end,
  }));

/** Returns the length of a speaker's name at the beginning of a line in which more is said. */
function labelLength(text: string, { start, end }: Span): number {
  const isFirst = /^[ \t]*$/u.test(text.slice(lineAround(text, start).start, start));
  const length = isFirst ? (speaker.exec(text.slice(start, end))?.[0].length ?? 0) : 0;
  return length < end - start && /[\p{L}\p{N}]/u.test(text.slice(start + length, end)) ? length : 0;
}

/** Returns the length of the bullet, number or speaker's name that a line begins with. */
export function leadLength(line: string): number {
  const marks = bullet.exec(line)?.[0].length ?? 0;
  const name = speaker.exec(line.slice(marks))?.[0].length ?? 0;
  return marks + name + (/^["“「『]/u.test(line.slice(marks + name)) ? 1 : 0);
}

/** Returns the line around an offset, without its line break. */
export function lineAround(text: string, at: number): Span {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at - 1) + 1, end: end < 0 ? text.length : end };
}
