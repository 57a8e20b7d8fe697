import { type Counter, Gauge, type Registry } from 'prom-client';
import type { Logger } from '../log/index.ts';

/** One value of a gauge. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface GaugeSpec {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

/** Gauges whose values are asked for elsewhere, such as in the database, when they are scraped. */
export interface Reading<G extends string> {
  /** Names it in `metric_reading_failures_total`. */
  readonly name: string;
  readonly gauges: Readonly<Record<G, GaugeSpec>>;
  /** Returns the samples of each gauge; rejects when they cannot be read. */
  readonly read: () => Promise<Readonly<Record<G, readonly Sample[]>>>;
  readonly log: Logger;
  /** How long an answer serves further scrapes, in milliseconds; 5,000 by default. */
  readonly keptMs?: number;
  /** How long a scrape waits for an answer, in milliseconds; 2,000 by default, below the timeout of any scraper. */
  readonly timeoutMs?: number;
}

export interface ReadingMetrics {
  readonly registry: Registry;
  readonly readingFailures: Counter<'reading'>;
}

/**
 * Registers gauges that are read at a scrape. What cannot be read in time is absent, never an old value, and counted;
 * while an answer is still due, nothing is asked again.
 */
export function addReading<G extends string>(metrics: ReadingMetrics, reading: Reading<G>): void {
  const { gauges } = reading;
  const current = keepFresh(metrics, reading);
  for (const key of Object.keys(gauges) as G[]) {
    const { name, help, labelNames = [] } = gauges[key];
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [metrics.registry],
      async collect() {
        const samples = await current();
        this.reset();
        // A gauge without labels is 0 after a reset, which would be a value.
        if (labelNames.length === 0) this.remove();
        for (const { labels = {}, value } of samples?.[key] ?? []) this.set(labels, value);
      },
    });
  }
}

/** Returns a function that gives the newest answer; undefined when there is none. */
function keepFresh<G extends string>(
  { readingFailures }: ReadingMetrics,
  { name, read, log, keptMs = 5_000, timeoutMs = 2_000 }: Reading<G>,
) {
  type Answer = Readonly<Record<G, readonly Sample[]>>;
  let latest: Answer | undefined;
  let endedMs = Number.NEGATIVE_INFINITY;
  let turn: Promise<void> | undefined;
  let isDue = false;
  let hasFailed = false;

  const ask = async (): Promise<Answer> => {
    isDue = true;
    return read().finally(() => {
      isDue = false;
    });
  };
  const refresh = async () => {
    try {
      if (isDue) throw new Error('the last question is not answered yet');
      latest = await within(ask(), timeoutMs);
      hasFailed = false;
    } catch (error) {
      latest = undefined;
      readingFailures.inc({ reading: name });
      // One line for an outage, whatever the number of scrapes.
      if (!hasFailed) log.warn({ err: error, reading: name }, 'gauges could not be read; they are absent');
      hasFailed = true;
    }
    endedMs = performance.now();
  };
  return async (): Promise<Answer | undefined> => {
    if (!turn && performance.now() - endedMs >= keptMs) {
      turn = refresh().finally(() => {
        turn = undefined;
      });
    }
    await turn;
    return latest;
  };
}

/**
 * Waits for an answer.
 * @throws Error when there is none after `timeoutMs`
 */
export async function within<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs).unref();
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
