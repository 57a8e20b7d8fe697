import { drained, submitMany } from './checks.ts';
import { cpuTimes } from './cpu-time.ts';
import type { Customer } from './customers.ts';
import type { BenchStack } from './stack.ts';

const count = 3_000;

/**
 * Measures the CPU time of one submission until its check is finished, at a concurrency of 16. Unlike a rate it hardly
 * depends on the load of the machine, so it tells whether a change made the path cheaper.
 * @returns a line of the report
 */
export async function benchCost(stack: BenchStack, customers: readonly Customer[]): Promise<string> {
  await submitMany(stack.apiUrl, customers, count);
  await drained(stack);
  const before = cpuTimes(stack.processes());
  await submitMany(stack.apiUrl, customers, count);
  await drained(stack);
  const after = cpuTimes(stack.processes());
  const costs = [...after].map(([name, ms]) => ({ name, ms: (ms - (before.get(name) ?? 0)) / count }));
  const total = costs.reduce((sum, { ms }) => sum + ms, 0);
  const parts = costs.map(({ name, ms }) => `${name} ${ms.toFixed(2)}`).join(', ');
  return `CPU per submission by process: ${parts}; together ${total.toFixed(2)} ms`;
}
