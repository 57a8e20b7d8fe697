import { wordAt } from '../document/structure.ts';
import type { Words } from '../judge/scope.ts';
import { type Span, spanOf, spanOfWords } from '../judge/spans.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import type { TextReading } from '../reader/read-text.ts';

/** A short sentence is reported whole; of a longer one the clause of the claim, if that is not tiny. */
export function placeOf({ structure }: ScannedText, sentence: Words, core: Words): Span {
  const { sentenceMax, clauseMin } = structure.language.reported;
  const whole = spanOfWords(structure, sentence.first, sentence.last);
  if (whole.end - whole.start <= sentenceMax) return whole;
  const clause = spanOf(structure, { ...core, folds: [], offsets: null }, 'clause');
  return clause.end - clause.start < clauseMin ? whole : clause;
}

/** From this probability on a word is taken to carry the claim. */
const carriesMin = 0.5;
/** Words between two that carry it, at most, which are taken along. */
const gapMax = 2;

/** Returns the words of a sentence that carry its claim: the longest run of them; the whole sentence where none does. */
export function coreOf(
  { structure }: ScannedText,
  { tokens, carries }: Pick<TextReading, 'tokens' | 'carries'>,
  sentence: Words,
): Words {
  const { start, end } = spanOfWords(structure, sentence.first, sentence.last);
  let longest: Words | null = null;
  let open: { first: number; last: number } | null = null;
  for (let at = 0; at < carries.length; at++) {
    if ((carries[at] ?? 0) < carriesMin || (tokens.starts[at] ?? 0) >= end || (tokens.ends[at] ?? 0) <= start)
      continue;
    const first = Math.max(sentence.first, wordAt(structure.tokens, tokens.starts[at] ?? 0));
    const last = Math.min(sentence.last, wordAt(structure.tokens, (tokens.ends[at] ?? 1) - 1) + 1);
    if (last <= first) continue;
    open = open !== null && first - open.last <= gapMax ? { first: open.first, last } : { first, last };
    if (!longest || open.last - open.first > longest.last - longest.first) longest = open;
  }
  return longest ?? sentence;
}
