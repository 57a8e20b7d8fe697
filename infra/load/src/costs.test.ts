import { describe, expect, it } from 'vitest';
import { type Costs, costsBetween, costsPerCheck, sumOf } from './costs.ts';

const costs = (elapsedMs: number, cpu: number, bytes: number): Costs => ({
  elapsedMs,
  cpuMs: new Map([['gateway', cpu]]),
  statements: new Map(),
  transactions: new Map(),
  postgresBytes: new Map([['WAL', bytes]]),
  stored: new Map(),
  streamBytes: new Map(),
  busRequests: cpu,
});

describe('costs', () => {
  it('of a check are what was added, without what the stack costs when nothing happens', () => {
    const run = costsBetween(costs(0, 100, 1_000), costs(10_000, 400, 9_000));
    const per = costsPerCheck(run, costs(5_000, 50, 4_000), 100);
    expect(per.cpuMs.get('gateway')).toBe(2);
    expect(per.busRequests).toBe(2);
    // What an idle stack writes is no measure of what a busy one writes by itself.
    expect(per.postgresBytes.get('WAL')).toBe(80);
  });

  it('are read from metrics over all labels, and of no other metric', () => {
    const page = [
      '# TYPE bus_requests counter',
      'bus_requests{subject="a",outcome="ok"} 12',
      'bus_requests{subject="b"} 3 # {trace_id="x"} 0.5',
      'bus_requests_total 100',
    ].join('\n');
    expect(sumOf(page, 'bus_requests')).toBe(15);
    expect(sumOf('plain 2.5e+3', 'plain')).toBe(2_500);
  });
});
