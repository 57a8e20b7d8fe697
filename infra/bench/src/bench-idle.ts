import { setTimeout as sleep } from 'node:timers/promises';
import { read, submit } from './checks.ts';
import type { Customer } from './customers.ts';
import type { BenchStack } from './stack.ts';
import { percentile } from './statistics.ts';

const count = 200;
const pauseMs = 15;
const finishTimeoutMs = 10_000;

async function finishedAfterMs(apiUrl: string, check: { id: string; key: string }): Promise<number> {
  const endMs = performance.now() + finishTimeoutMs;
  for (;;) {
    const { status, createdAt, updatedAt } = await read(apiUrl, check);
    if (status === 'completed') return Date.parse(updatedAt) - Date.parse(createdAt);
    if (status === 'failed' || performance.now() > endMs) throw new Error(`check ${check.id} is ${status}`);
    await sleep(2);
  }
}

/**
 * Measures one submission at a time: milliseconds until the answer, and until the verdict. They depend on the machine.
 */
export async function benchIdle(stack: BenchStack, customers: readonly Customer[]): Promise<string> {
  const submitMs: number[] = [];
  const checkMs: number[] = [];
  for (let number = 0; number < count; number++) {
    const key = customers[number % customers.length]?.key ?? '';
    const startedMs = performance.now();
    const id = await submit(stack.apiUrl, key, number);
    submitMs.push(performance.now() - startedMs);
    checkMs.push(await finishedAfterMs(stack.apiUrl, { id, key }));
    await sleep(pauseMs);
  }
  const of = (values: readonly number[]) =>
    `p50 ${percentile(values, 0.5).toFixed(1)} ms, p99 ${percentile(values, 0.99).toFixed(1)} ms`;
  return `idle: submit ${of(submitMs)}; updatedAt − createdAt ${of(checkMs)}`;
}
