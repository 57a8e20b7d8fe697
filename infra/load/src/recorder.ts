import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Times of one name, in milliseconds. */
export interface Times {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
}

/**
 * Keeps times in HDR histograms (Node's own): each to three digits, whatever its size, so that percentiles are exact to
 * 0.1 % and need no sample; and counts errors.
 */
export interface Recorder {
  readonly time: (name: string, ms: number) => void;
  /** Counts what did not go as it should, by a code such as `POST text 500`. */
  readonly error: (code: string) => void;
  readonly timesOf: (name: string) => Times | undefined;
  readonly names: () => readonly string[];
  readonly errors: () => ReadonlyMap<string, number>;
  /** Adds what another one has recorded. */
  readonly add: (other: Recorder) => void;
  /** For `add`. */
  readonly histograms: ReadonlyMap<string, RecordableHistogram>;
}

const microseconds = 1_000;
/** An hour: nothing is waited for as long. */
const highest = 3_600_000 * microseconds;

export function createRecorder(): Recorder {
  const histograms = new Map<string, RecordableHistogram>();
  const errors = new Map<string, number>();
  const count = (code: string, times: number) => errors.set(code, (errors.get(code) ?? 0) + times);
  const histogramOf = (name: string): RecordableHistogram => {
    const known = histograms.get(name) ?? createHistogram({ lowest: 1, highest, figures: 3 });
    histograms.set(name, known);
    return known;
  };
  return {
    time: (name, ms) =>
      histogramOf(name).record(Math.min(highest, Math.max(1, Math.round(ms * microseconds)))),
    error: (code) => void count(code, 1),
    timesOf(name) {
      const known = histograms.get(name);
      if (!known || known.count === 0) return undefined;
      const at = (percent: number) => known.percentile(percent) / microseconds;
      return {
        count: known.count,
        p50Ms: at(50),
        p99Ms: at(99),
        p999Ms: at(99.9),
        maxMs: known.max / microseconds,
      };
    },
    names: () => [...histograms.keys()].sort(),
    errors: () => errors,
    add(other) {
      for (const [name, histogram] of other.histograms) histogramOf(name).add(histogram);
      for (const [code, times] of other.errors()) count(code, times);
    },
    histograms,
  };
}
