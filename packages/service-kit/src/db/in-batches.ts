import { isDatabaseUnavailable } from './unavailable.ts';

export interface BatchOptions {
  /** Items of one statement; what is more waits for the next. */
  readonly sizeMax: number;
  /** A statement that takes longer, as one that waits for a lock does, no longer holds up the next one. */
  readonly patienceMs?: number;
}

interface Asked<I, O> {
  readonly item: I;
  readonly resolve: (outcome: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs one statement for all items that came while the last one was under way: under load a commit, a plan and two
 * round trips are shared by many, and a lone item waits for nobody. A batch that fails is run again item by item, so
 * that one that Postgres refuses takes no other with it; when the database is away all of them are told at once.
 * Whoever calls bounds how many wait: a server of requests or a consumer of jobs by its concurrency.
 * @param run gives an outcome for each item, in their order, or rejects when nothing was written
 */
export function inBatches<I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
  { sizeMax, patienceMs = 200 }: BatchOptions,
): (item: I) => Promise<O> {
  const waiting: Asked<I, O>[] = [];
  let isHeld = false;

  const next = () => {
    isHeld = waiting.length > 0;
    if (!isHeld) return;
    const batch = waiting.splice(0, sizeMax);
    let holds = true;
    const release = () => {
      clearTimeout(timer);
      if (holds) next();
      holds = false;
    };
    const timer = setTimeout(release, patienceMs);
    void settle(run, batch).then(release);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isHeld) return;
      isHeld = true;
      // What else came in with the same read from the sockets joins the first batch.
      setImmediate(next);
    });
}

async function settle<I, O>(
  run: (items: readonly I[]) => Promise<readonly O[]>,
  batch: readonly Asked<I, O>[],
): Promise<void> {
  try {
    const outcomes = await run(batch.map(({ item }) => item));
    if (outcomes.length !== batch.length)
      throw new Error('a batch has another number of outcomes than items');
    batch.forEach(({ resolve }, index) => {
      resolve(outcomes[index] as O);
    });
  } catch (error) {
    if (batch.length > 1 && !isDatabaseUnavailable(error)) {
      for (const asked of batch) await settle(run, [asked]);
    } else {
      for (const { reject } of batch) reject(error);
    }
  }
}
