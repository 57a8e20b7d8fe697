import type { Span } from '../judge/spans.ts';
import type { Connectives } from '../language/language.ts';
import type { Edit } from './edit.ts';

/** Words that must remain of a sentence that loses a phrase. */
const wordsMin = 3;

/**
 * Returns the cut of a phrase that a sentence does not need: the relative clause that ends it, the last of two predicates, or
 * the first, where both have one form. Only where all matched words lie in it; null otherwise, and in writing without spaces.
 */
export function cutPhrase(
  text: string,
  { start, end }: Span,
  cores: readonly Span[],
  { coordinator, relative, sameForm }: Connectives,
): Edit | null {
  // A pattern may match over a joining word; what it matched with the word before tells the phrase.
  const within = cores.filter((core) => !joint.test(text.slice(core.start, core.end)));
  if (!relative || !sameForm || within.length === 0) return null;
  const first = Math.min(...within.map((core) => core.start));
  const last = Math.max(...within.map((core) => core.end));
  if (cores.some((core) => core.end <= first || last <= core.start)) return null;
  const before = text.slice(start, first);
  const mark = /[.!?…]*["”)]*$/u.exec(text.slice(start, end))?.[0].length ?? 0;
  const rest = text.slice(last, end - mark);
  if (/[,;:()—–"“”]/u.test(before + rest) || wordsIn(before) > wordsMax) return null;
  const hangs = relative.exec(before);
  const tail = (from: number): Edit | null => {
    if (wordsIn(before.slice(0, from)) < wordsMin) return null;
    // An abbreviation ends the sentence as well: `at 10 a.m.`
    const isClosed = before[from - 1] === '.' && text[end - mark] === '.';
    return { start: start + from, end: end - mark + (isClosed ? 1 : 0), with: '' };
  };
  if (hangs && !joint.test(rest)) return tail(hangs.index);
  const joined = /\s+(?=\S+\s+$)/u.exec(before)?.index ?? -1;
  if (joined > 0 && coordinator.test(`${before.slice(joined).trim()} `) && !joint.test(rest))
    return tail(joined);
  const next = /^\s+(?:and|dan|serta)\s+(\S+)/iu.exec(rest);
  const verb = /^\S+/u.exec(text.slice(first, last))?.[0] ?? '';
  const isFirst = next?.[1] !== undefined && sameForm(verb, next[1]) && wordsIn(before) > 0;
  if (!isFirst || wordsIn(before) > subjectMax || wordsIn(rest) < wordsMin) return null;
  return { start: first, end: last + rest.indexOf(next[1] ?? ''), with: '' };
}

/** Words of a subject, and of what stands before a phrase: beyond them the phrase may hang on something else. */
const subjectMax = 4;
const wordsMax = 18;
const joint = /\s(?:and|or|but|dan|atau|tapi)\s/iu;

const wordsIn = (text: string): number => text.split(/\s+/u).filter(Boolean).length;
