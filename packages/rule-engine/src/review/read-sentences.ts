import type { ScannedText } from '../patterns/scanned-text.ts';
import type { ReaderModel } from '../reader/model.ts';
import type { Reader, SentenceReading, TextReading } from '../reader/read-text.ts';

/** The sentences of a text as the reader reads them. */
export interface ReadSentences {
  readonly model: ReaderModel;
  readonly reading: TextReading;
  /**
   * Returns what a sentence says by itself: what stands around it colours it, and can be written for that. Undefined
   * where there is no such sentence.
   */
  readonly alone: (at: number) => SentenceReading | undefined;
}

/** Reads the sentences of a text. Null where there are none, or the reader does not know the law of the site. */
export function readSentences(
  { structure }: ScannedText,
  reader: Reader | null,
  site: string,
): ReadSentences | null {
  const { text, sentences, tokens } = structure;
  if (!reader?.model.law.has(site) || sentences.length === 0) return null;
  const startOf = (at: number): number => tokens[sentences[at]?.first ?? 0]?.start ?? 0;
  const starts = sentences.map((_, at) => (at === 0 ? 0 : startOf(at)));
  const read = new Map<number, SentenceReading | undefined>();
  return {
    model: reader.model,
    reading: reader.read(text, starts, site),
    alone: (at) => {
      if (!read.has(at)) {
        const own = text.slice(startOf(at), starts[at + 1] ?? text.length);
        read.set(at, reader.read(own, [0], site).sentences[0]);
      }
      return read.get(at);
    },
  };
}
