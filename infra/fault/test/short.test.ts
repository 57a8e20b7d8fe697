import { expect, it } from 'vitest';
import type { Fault } from '../src/faults/fault.ts';
import { countsOf } from '../src/outcome/counts.ts';
import { createRandom } from '../src/random.ts';
import { run } from '../src/run.ts';

/**
 * Each service killed, a pause past its lease, NATS and Postgres restarted; the gateway first, as its lease is longest.
 */
const faults: readonly Fault[] = [
  { target: 'gateway', harm: 'kill', atMs: 1_000, downMs: 300 },
  { target: 'text-engine', harm: 'kill', atMs: 3_000, downMs: 500 },
  { target: 'billing', harm: 'kill', atMs: 5_500, downMs: 500 },
  { target: 'text-engine', harm: 'pause', atMs: 8_500, downMs: 3_000 },
  { target: 'nats', harm: 'kill', atMs: 11_500, downMs: 500 },
  { target: 'postgres', harm: 'immediate', atMs: 13_500, downMs: 300 },
];
const seconds = 16;
const rate = 25;
const seed = 20_261_121;

it('loses no 201, charges nothing without a record and refunds each failure once while processes die', async () => {
  const result = await run({
    seconds,
    rate,
    isMixed: false,
    faults,
    random: createRandom(seed),
    timing: {
      jobLeaseMs: 2_000,
      eventAckWaitMs: 2_000,
      sweepEveryMs: 500,
      neverTakenMs: 6_000,
      leaseEndedMs: 5_000,
      idempotencyLeaseMs: 9_000,
    },
    poorGrant: 8,
    patienceMs: 30_000,
    settleTimeoutMs: 30_000,
    say: () => undefined,
    signal: new AbortController().signal,
  });
  const broken = result.verdicts.filter(({ violations }) => violations.length > 0);
  expect(broken, `logs: ${result.logs}`).toEqual([]);
  const counts = new Map(countsOf(result.observed));
  expect(counts.get('submissions')).toBe(seconds * rate);
  // Otherwise nothing was tried: most are accepted in spite of all. Whether a record fails, and is refunded, depends on
  // where the faults fall: now and then every accepted one is brought to its verdict.
  expect(counts.get('  accepted in the end')).toBeGreaterThan((seconds * rate) / 3);
  for (const name of ['  answered 402', '  answered 500', 'records completed']) {
    expect([name, counts.get(name)]).toEqual([name, expect.any(Number)]);
    expect(counts.get(name), name).toBeGreaterThan(0);
  }
}, 150_000);
