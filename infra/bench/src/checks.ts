import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Customer } from './customers.ts';
import { load } from './load.ts';
import type { BenchStack } from './stack.ts';
import { bodyOf } from './texts.ts';

/** An accepted check, and the key that can read it. */
export interface Check {
  readonly id: string;
  readonly key: string;
}

/** Path to which checks are submitted. */
export const path = '/v1/intl/us/text/checks';
const workers = 16;
const drainTimeoutMs = 120_000;

/**
 * Submits as many checks as possible in a time, over all customers, with a connection for each.
 * @returns the rate of acceptance, and when the first was sent
 */
export async function submitFor(apiUrl: string, customers: readonly Customer[], seconds: number) {
  let number = 0;
  const startedAt = Date.now();
  const rates = await load({
    url: apiUrl,
    connections: customers.length,
    seconds,
    request: () => {
      const customer = customers[number % customers.length];
      return {
        method: 'POST',
        path,
        headers: { authorization: `Bearer ${customer?.key}`, 'content-type': 'application/json' },
        body: bodyOf(number++),
      };
    },
  });
  return { ...rates, startedAt };
}

/** Submits a number of checks, a few at once, and returns their ids. */
export async function submitMany(
  apiUrl: string,
  customers: readonly Customer[],
  count: number,
): Promise<Check[]> {
  const checks: Check[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const number = next++;
      const key = customers[number % customers.length]?.key ?? '';
      checks.push({ id: await submit(apiUrl, key, number), key });
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return checks;
}

/**
 * Waits until no check is processing: a rate that only fills a queue is not sustained.
 * @param pollMs between two questions; each costs Postgres a third of a millisecond
 */
export async function drained({ adminUrl }: Pick<BenchStack, 'adminUrl'>, pollMs = 20): Promise<void> {
  const url = new URL(adminUrl);
  url.pathname = '/redline_text_engine';
  const engine = new pg.Client({ connectionString: url.href });
  await engine.connect();
  try {
    const endMs = performance.now() + drainTimeoutMs;
    for (;;) {
      const { rows } = await engine.query(
        "select exists (select from text_checks where status = 'processing') as left",
      );
      if (!rows[0]?.left) return;
      if (performance.now() > endMs) throw new Error('the checks were not finished in two minutes');
      await sleep(pollMs);
    }
  } finally {
    await engine.end();
  }
}

/** Submits one check. */
export async function submit(apiUrl: string, key: string, number: number): Promise<string> {
  const response = await fetch(`${apiUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: bodyOf(number),
    signal: AbortSignal.timeout(20_000),
  });
  const answer = (await response.json()) as { data?: { id: string }; error?: string };
  if (!answer.data) throw new Error(`${response.status}: ${answer.error}`);
  return answer.data.id;
}

interface CheckTimes {
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Reads one check. */
export async function read(apiUrl: string, check: Check): Promise<CheckTimes> {
  const response = await fetch(`${apiUrl}${path}/${check.id}`, {
    headers: { authorization: `Bearer ${check.key}` },
    signal: AbortSignal.timeout(20_000),
  });
  const answer = (await response.json()) as { data?: CheckTimes; error?: string };
  if (!answer.data) throw new Error(`${response.status}: ${answer.error}`);
  return answer.data;
}
