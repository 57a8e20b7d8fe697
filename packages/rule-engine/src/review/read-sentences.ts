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
  const meant = readMeant(text, starts, reader, site);
  const worse = starts.map((_, at) => {
    const one = meant.get(at);
    return one && one.sentence.unlawful > (written.sentences[at]?.unlawful ?? 0) ? one : undefined;
  });
  const read = new Map<number, SentenceReading | undefined>();
  return {
    model: reader.model,
    sentences: written.sentences.map((sentence, at) => worse[at]?.sentence ?? sentence),
    sold: written.sold,
    carryingAt: (at) => worse[at]?.carrying ?? written,
    alone: (at) => {
      if (!read.has(at))
        read.set(at, readAlone(text.slice(startOf(at), starts[at + 1] ?? text.length), reader, site));
      return read.get(at);
    },
  };
}

/** Sentences that are read with one whose words are disguised, on either side. */
const besideMeant = 2;

interface MeantSentence {
  readonly sentence: SentenceReading;
  readonly carrying: Carrying;
}

/**
 * Reads the sentences that say something else once their words are undisguised, with what stands beside them: reading the
 * whole text again took as long as the first time, for the one word that was disguised.
 */
function readMeant(
  text: string,
  starts: readonly number[],
  reader: Reader,
  site: string,
): ReadonlyMap<number, MeantSentence> {
  const restored = restoreText(text);
  const found = new Map<number, MeantSentence>();
  if (!restored) return found;
  const meantStarts = startsIn(restored, starts);
  const slice = (from: string, all: readonly number[], first: number, last: number): string =>
    from.slice(all[first], all[last + 1] ?? from.length);
  const isDisguised = (at: number): boolean =>
    slice(text, starts, at, at) !== slice(restored.text, meantStarts, at, at);
  for (const [first, last] of groupsOf(starts.length, isDisguised)) {
    const begin = meantStarts[first] ?? 0;
    const own = meantStarts.slice(first, last + 1).map((start) => start - begin);
    const meant = reader.read(slice(restored.text, meantStarts, first, last), own, site);
    const carrying = inOriginal(meant, restored, begin);
    for (const [at, sentence] of meant.sentences.entries()) found.set(first + at, { sentence, carrying });
  }
  return found;
}

/** Returns the first and last of the sentences that are read together: those that are disguised, and their neighbours. */
function groupsOf(count: number, isDisguised: (at: number) => boolean): [first: number, last: number][] {
  const groups: [number, number][] = [];
  for (let at = 0; at < count; at++) {
    if (!isDisguised(at)) continue;
    const before = groups.at(-1);
    const last = Math.min(count - 1, at + besideMeant);
    if (before && before[1] >= at - besideMeant - 1) before[1] = last;
    else groups.push([Math.max(0, at - besideMeant), last]);
  }
  return groups;
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

/** Moves the words of a reading of the restored text from `begin` on to where they stand in the original. */
function inOriginal({ tokens, carries }: Carrying, { originalOf }: RestoredText, begin: number): Carrying {
  const startAt = (unit: number): number => originalOf[begin + unit] ?? 0;
  return {
    carries,
    tokens: { ...tokens, starts: tokens.starts.map(startAt), ends: tokens.ends.map(startAt) },
  };
}
