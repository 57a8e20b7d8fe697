import type { SiteLaw } from './model.ts';
import type { Tokens } from './tokenizer.ts';

/** What was read since it was last asked; of the text itself, and of its sentences that were then read by themselves. */
export interface ReadingCounts {
  /** Of each sentence of the text, the probability that it is unlawful. */
  readonly probabilities: readonly number[];
  /** Sentences of the text that are neither reported nor lawful: rules alone decide on them. */
  readonly abstained: number;
  /** Pieces that the text was cut into, and how many of them the vocabulary does not know. */
  readonly tokens: number;
  readonly unknown: number;
  /** Windows that were read, and those whose reading was still kept. */
  readonly windowsRead: number;
  readonly windowsKept: number;
  /** Time that the encoder took, by the clock that the reader was given. */
  readonly encodeMs: number;
}

/** The parts of a text reading that are counted. */
interface CountedReading {
  readonly sentences: readonly { readonly unlawful: number }[];
  readonly tokens: Pick<Tokens, 'ids'>;
  readonly unknown: number;
}

/** Counts readings. */
export interface ReadingCounter {
  /** Counts a window: how long the encoder took, null where its reading was still kept. */
  readonly window: (encodeMs: number | null) => void;
  /** Counts a reading. The first one since the last taking is that of a text, those after it are of its sentences. */
  readonly reading: (reading: CountedReading, law: SiteLaw | undefined) => void;
  /** Returns what was counted, and begins anew; null where nothing was read. */
  readonly take: () => ReadingCounts | null;
}

const nothing = { windowsRead: 0, windowsKept: 0, encodeMs: 0 };

/** Returns a counter that has counted nothing. */
export function readingCounter(): ReadingCounter {
  let text: Omit<ReadingCounts, keyof typeof nothing> | null = null;
  let windows = { ...nothing };
  return {
    window(encodeMs) {
      if (encodeMs === null) windows.windowsKept++;
      else {
        windows.windowsRead++;
        windows.encodeMs += encodeMs;
      }
    },
    reading({ sentences, tokens, unknown }, law) {
      if (text || !law) return;
      const probabilities = sentences.map(({ unlawful }) => unlawful);
      const isOpen = (one: number): boolean => one >= law.lawfulThreshold && one < law.reportThreshold;
      text = {
        probabilities,
        abstained: probabilities.filter(isOpen).length,
        tokens: tokens.ids.length,
        unknown,
      };
    },
    take() {
      const counts = text && { ...text, ...windows };
      text = null;
      windows = { ...nothing };
      return counts;
    },
  };
}
