import type { TextStructure } from '../document/structure.ts';
import { lineAround, type SentenceSpan } from './sentence-spans.ts';

/**
 * Marks what says nothing any more without the sentences that go: a question that one of them answered (`Not happy? …`), and
 * a sentence that begins with a pronoun (`It …`, `这…`) where all that stood before it in its paragraph goes.
 * @param gone which sentences go
 * @returns the same, with those that go along
 */
export function withDangling(
  { text, language }: TextStructure,
  sentences: readonly SentenceSpan[],
  gone: readonly boolean[],
): boolean[] {
  const all = [...gone];
  const wordsAt = (at: number): string => text.slice(sentences[at]?.start, sentences[at]?.end);
  const isOneLine = (at: number): boolean =>
    !text.slice(sentences[at - 1]?.end, sentences[at]?.start).includes('\n');
  for (let at = sentences.length - 1; at > 0; at--)
    if (all[at] && isOneLine(at) && /[?？]$/u.test(wordsAt(at - 1))) all[at - 1] = true;
  for (let at = 1; at < sentences.length; at++) {
    const isLost = all[at - 1] && isFirstOfLine(text, sentences, all, at);
    if (isLost && language.connectives.pronoun.test(wordsAt(at))) all[at] = true;
  }
  return all;
}

/** Tells whether all sentences before one in its line go: then nothing is there that it could speak of. */
export function isFirstOfLine(
  text: string,
  sentences: readonly SentenceSpan[],
  gone: readonly boolean[],
  at: number,
): boolean {
  const line = lineAround(text, sentences[at]?.start ?? 0);
  return sentences.slice(0, at).every(({ end }, index) => gone[index] || end <= line.start);
}
