import type { Engine } from '@redline/rule-engine/evaluate';
import { scanText } from '@redline/rule-engine/patterns';
import type { CorpusText } from '../corpus/corpus-texts.ts';
import type { Passage, Row } from '../corpus/passages.ts';

/**
 * Makes a passage of each text, with a row for each of its sentences: one that a violating quote overlaps violates the
 * quote's topic, by itself or beside its neighbours; all others are lawful. Sentences of an earlier text are left out.
 */
export function passagesOfTexts(texts: readonly CorpusText[], engine: Engine): Passage[] {
  const seen = new Set<string>();
  return texts
    .map((text) => rowsOf(text, engine).filter(({ sentence }) => isNew(sentence, seen)))
    .filter((passage) => passage.length > 0);
}

function isNew(sentence: string, seen: Set<string>): boolean {
  const key = sentence.toLowerCase();
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function rowsOf({ text, violations, file }: CorpusText, engine: Engine): Row[] {
  const quotes = violations.map(({ quote, topic, across }) => {
    const start = text.indexOf(quote);
    return { topic, across, start, end: start + quote.length };
  });
  const { sentences, tokens } = scanText(text, engine).structure;
  return sentences.map((sentence, at): Row => {
    const start = tokens[sentence.first]?.start ?? 0;
    const end = tokens[sentence.last - 1]?.end ?? start;
    const next = tokens[sentences[at + 1]?.first ?? tokens.length]?.start ?? text.length;
    const quote = quotes.find((one) => one.start < end && start < one.end);
    return {
      file,
      author: null,
      line: at + 1,
      label: !quote ? 'ok' : quote.across ? 'ctx' : 'bad',
      topic: quote?.topic ?? null,
      sentence: text.slice(start, next).replace(/\s+/g, ' ').trim(),
      reason: 'of a whole text',
    };
  });
}
