import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { billingRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createDatabase } from '@redline/testkit/servers';
import pg from 'pg';
import type { Customer } from './customers.ts';
import type { BenchStack } from './stack.ts';
import { median } from './statistics.ts';

const importSize = 2_000;
const imports = 9;
const changes = 9;
const patienceMs = 20_000;
const pollMs = 2;

/** Runs a benchmark of the text engine that needs no stack: judging and its memory, or custom words with texts of every site. */
export function benchAlone(name: 'judge' | 'words' | 'texts'): void {
  const script = fileURLToPath(new URL(`../../../apps/text-engine/bench/${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit', timeout: 900_000 });
  if (status !== 0) throw new Error(`the benchmark of ${name} failed`);
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: string;
}

async function ask<T>(
  stack: BenchStack,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${stack.apiUrl}/v1/intl/us${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const answer = (await response.json()) as Answer<T>;
  if (answer.data === undefined) throw new Error(`${method} ${path}: ${response.status} ${answer.error}`);
  return answer.data;
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly customRisks: readonly { readonly matchedText: string }[];
}

/**
 * Measures the milliseconds from the submission of a text to its verdict, as a client sees it; checks that the word
 * matched.
 */
async function verdictMs(stack: BenchStack, key: string, text: string, word: string): Promise<number> {
  const startedMs = performance.now();
  const body = { text, platform: 'dtc_us', vertical: 'general' };
  const { id } = await ask<Check>(stack, key, 'POST', '/text/checks', body);
  for (;;) {
    const check = await ask<Check>(stack, key, 'GET', `/text/checks/${id}`);
    if (check.status === 'completed') {
      const found = check.customRisks.some(({ matchedText }) => matchedText === word);
      if (!found) throw new Error(`a check did not find "${word}", which was added before it`);
      return performance.now() - startedMs;
    }
    if (performance.now() - startedMs > patienceMs) throw new Error(`no verdict: ${check.status}`);
    await sleep(pollMs);
  }
}

/**
 * Measures the milliseconds of the minimum of an import: as many rows with two unique columns, in one statement,
 * committed.
 */
async function rowsMs(stack: BenchStack): Promise<() => Promise<number>> {
  const database = await createDatabase(stack.adminUrl, 'bench');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('create table reference (id text primary key, word text not null unique)');
  let count = 0;
  return async () => {
    const words = Array.from({ length: importSize }, () => `brand ${(count++).toString(36)} of nowhere`);
    const startedMs = performance.now();
    await client.query('insert into reference select gen_random_uuid()::text, unnest($1::text[])', [words]);
    const tookMs = performance.now() - startedMs;
    if (count === imports * importSize) {
      await client.end();
      await database.dispose();
    }
    return tookMs;
  };
}

/**
 * Imports 2,000 words at a time until one list has 18,000, then measures how soon a change takes effect: the time from
 * the answer to an added word to the verdict of a check that matches it, against a check without a change.
 * @returns lines of the report
 */
export async function benchWords(stack: BenchStack, customer: Customer): Promise<string> {
  const { accountId, key } = customer;
  await call(stack.bus, billingRequests.planSet, { accountId, siteId: 'us', plan: 'enterprise' });
  const importMs: number[] = [];
  const referenceMs: number[] = [];
  const insertRows = await rowsMs(stack);
  for (let n = 0; n < imports; n++) {
    const items = Array.from({ length: importSize }, (_, at) => ({
      keyword: `brand ${(n * importSize + at).toString(36)} of nowhere`,
      replacement: at % 5 ? null : 'our brand',
    }));
    const startedMs = performance.now();
    const { imported } = await ask<{ imported: number }>(stack, key, 'POST', '/custom-rules/bulk-import', {
      items,
    });
    importMs.push(performance.now() - startedMs);
    referenceMs.push(await insertRows());
    if (imported !== importSize) throw new Error(`${imported} words were imported`);
  }
  const [hot, quiet]: [number[], number[]] = [[], []];
  for (let n = 0; n < changes; n++) {
    const word = `newcomer${n}`;
    const text = `We never say ${word} in our shop. `.repeat(10);
    await ask(stack, key, 'POST', '/custom-rules', { keyword: word });
    hot.push(await verdictMs(stack, key, text, word));
    quiet.push(await verdictMs(stack, key, text, word));
  }
  const worst = (values: readonly number[]) => Math.max(...values).toFixed(0);
  return [
    `import of ${importSize} words over HTTP: ${median(importMs).toFixed(0)} ms, at most ${worst(importMs)} ms, ${median(importMs.map((ms, at) => ms / (referenceMs[at] ?? Number.NaN))).toFixed(1)} times a bare insert of as many rows, into a list that grows to ${imports * importSize}`,
    `a word added to ${imports * importSize} others is found by a check submitted at once, with its verdict after ${median(hot).toFixed(0)} ms, at most ${worst(hot)} ms, ${median(hot.map((ms, at) => ms / (quiet[at] ?? Number.NaN))).toFixed(1)} times a check when nothing changed (${median(quiet).toFixed(0)} ms)`,
  ].join('\n');
}
