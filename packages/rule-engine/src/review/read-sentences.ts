import { type RestoredText, restoreText } from '../patterns/restored-text.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import type { ReaderModel } from '../reader/model.ts';
import type { Reader, SentenceReading, TextReading } from '../reader/read-text.ts';

/** The words of a reading by how they carry claims, with offsets into the text as submitted. */
export type Carrying = Pick<TextReading, 'tokens' | 'carries'>;

/** The sentences of a text as the reader reads them. */
export interface ReadSentences {
  readonly model: ReaderModel;
  /** The worse of two readings of each: as it is written, and as it is meant where words are disguised. */
  readonly sentences: readonly SentenceReading[];
  /** By the model's `sold.names`. */
  readonly sold: Float32Array;
  /** The words of the reading that a sentence was taken of. */
  readonly carryingAt: (at: number) => Carrying;
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
  const written = reader.read(text, starts, site);
  const restored = restoreText(text);
  const meant = restored && reader.read(restored.text, startsIn(restored, starts), site);
  const carryingMeant = restored && meant && inOriginal(meant, restored);
  const isWorseMeant = starts.map(
    (_, at) => (meant?.sentences[at]?.unlawful ?? 0) > (written.sentences[at]?.unlawful ?? 0),
  );
  const read = new Map<number, SentenceReading | undefined>();
  return {
    model: reader.model,
    sentences: written.sentences.map(
      (sentence, at) => (isWorseMeant[at] ? meant?.sentences[at] : undefined) ?? sentence,
    ),
    sold: written.sold,
    carryingAt: (at) => (isWorseMeant[at] ? carryingMeant : null) ?? written,
    alone: (at) => {
      if (!read.has(at))
        read.set(at, readAlone(text.slice(startOf(at), starts[at + 1] ?? text.length), reader, site));
      return read.get(at);
    },
  };
}

function readAlone(sentence: string, reader: Reader, site: string): SentenceReading | undefined {
  const restored = restoreText(sentence);
  const readings = [sentence, ...(restored ? [restored.text] : [])].flatMap(
    (text) => reader.read(text, [0], site).sentences[0] ?? [],
  );
  return readings.toSorted((a, b) => b.unlawful - a.unlawful)[0];
}

/** Returns where sentences begin in the restored text. */
function startsIn({ originalOf }: RestoredText, starts: readonly number[]): number[] {
  let unit = 0;
  return starts.map((start) => {
    while (unit < originalOf.length - 1 && (originalOf[unit] ?? 0) < start) unit++;
    return unit;
  });
}

/** Moves the words of a reading of the restored text to where they stand in the original. */
function inOriginal({ tokens, carries }: Carrying, { originalOf }: RestoredText): Carrying {
  const startAt = (unit: number): number => originalOf[unit] ?? 0;
  return {
    carries,
    tokens: { ...tokens, starts: tokens.starts.map(startAt), ends: tokens.ends.map(startAt) },
  };
}
