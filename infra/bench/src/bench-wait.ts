import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, path, read, submit } from './checks.ts';
import type { Customer } from './customers.ts';
import { percentile } from './statistics.ts';
import { bodyOf } from './texts.ts';

const count = 150;
const pollMs = 5;

/** Milliseconds that something took. */
async function timed<T>(run: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
  const startedMs = performance.now();
  const value = await run();
  return { value, ms: performance.now() - startedMs };
}

/** Submits and, once the check has ended, which is not timed, reads it once. */
async function submitAndRead(apiUrl: string, key: string, number: number): Promise<number> {
  const { value: id, ms } = await timed(() => submit(apiUrl, key, number));
  const check: Check = { id, key };
  while ((await read(apiUrl, check)).status === 'processing') await sleep(pollMs);
  return ms + (await timed(() => read(apiUrl, check))).ms;
}

/** Submits and waits for the record. */
async function submitAndWait(apiUrl: string, key: string, number: number): Promise<number> {
  const { value, ms } = await timed(async () => {
    const response = await fetch(`${apiUrl}${path}?wait=30`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: bodyOf(number),
      signal: AbortSignal.timeout(40_000),
    });
    return (await response.json()) as { readonly data?: { readonly status: string } };
  });
  if (value.data?.status !== 'completed') throw new Error(`waited in vain: ${JSON.stringify(value)}`);
  return ms;
}

/**
 * Measures a submission that waits for its record on an idle stack, against a submission and one GET, whose client would
 * have to know when to send it. Each text is submitted before, so that the reader has read it and the rest is compared.
 * @returns a line of the report
 */
export async function benchWait(
  { apiUrl }: { readonly apiUrl: string },
  customers: readonly Customer[],
): Promise<string> {
  const [twoCalls, waits, first]: [number[], number[], number[]] = [[], [], []];
  for (let at = 0; at < count; at++) {
    const key = customers[at % customers.length]?.key ?? '';
    first.push(await submitAndWait(apiUrl, key, at));
    const runs = [
      async () => twoCalls.push(await submitAndRead(apiUrl, key, at)),
      async () => waits.push(await submitAndWait(apiUrl, key, at)),
    ];
    for (const run of at % 2 === 0 ? runs : runs.toReversed()) await run();
  }
  const [two, wait, unread] = [twoCalls, waits, first].map((times) => percentile(times, 0.5)) as [
    number,
    number,
    number,
  ];
  return `a submission that waits, idle, p50 of ${count}: ${wait.toFixed(1)} ms, ${(wait / two).toFixed(2)} of a submission and one GET (${two.toFixed(1)} ms), of texts that the reader has read; ${unread.toFixed(1)} ms of texts of 500 characters that it has not`;
}
