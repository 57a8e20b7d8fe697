import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until the answer is truthy; for what happens in another process.
 * @param ask what to look at; a rejection counts as "not yet"
 * @param options `timeoutMs` in all (10 s), `everyMs` between two looks (10 ms)
 * @returns the first truthy answer
 * @throws Error naming `what`, with the last failure as its cause, when the time is up
 */
export async function waitFor<T>(
  ask: () => Promise<T> | T,
  options: { readonly timeoutMs?: number; readonly everyMs?: number; readonly what?: string } = {},
): Promise<NonNullable<T>> {
  const { timeoutMs = 10_000, everyMs = 10, what = 'what was waited for' } = options;
  const end = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > end) throw new Error(`${what} did not happen within ${timeoutMs} ms`, { cause });
    await sleep(everyMs);
  }
}
