import { describe, expect, it } from 'vitest';
import {
  type CallResult,
  type Charged,
  limitsWithin,
  type Prepared,
  type SubmissionPorts,
  sagaLimits,
  submit,
} from './saga.ts';

const lines = [{ lineId: 'text_1', item: 'text_check' as const, quantity: 1 }];
const answered = <A>(answer: A): CallResult<A> => ({ end: 'answered', answer });
const unknown = { end: 'unknown', reason: 'timeout' } as const;
const notDelivered = { end: 'not_delivered', reason: 'disconnected' } as const;

const prepared = answered<Prepared>({ outcome: 'prepared', lines });
const charged = answered<Charged>({ outcome: 'charged', amount: 2 });
const published = answered('published' as const);
const abandoned = answered('abandoned' as const);
const tooLate = answered('too_late' as const);
const poor = {
  code: 'insufficient_credits' as const,
  message: 'too few',
  credits: { requiredCredits: 2, currentBalance: 1 },
};
const refusedCharge = answered<Charged>({ outcome: 'refused', refusal: poor });

interface Script {
  readonly prepare?: CallResult<Prepared>;
  readonly charge?: CallResult<Charged>;
  readonly publish?: CallResult<'published'>;
  readonly abandon?: CallResult<'abandoned' | 'too_late'>;
  readonly chargeTakesMs?: number;
}

/** Ports that answer by a script and record their calls; time passes only by waiting. */
function scripted(script: Script) {
  const calls: string[] = [];
  let nowMs = 0;
  const ports: SubmissionPorts = {
    now: () => nowMs,
    wait: async (ms) => {
      nowMs += ms;
    },
    prepare: async (deadlineMs) => {
      calls.push(`prepare by ${deadlineMs}`);
      return script.prepare ?? prepared;
    },
    charge: async () => {
      calls.push('charge');
      nowMs += script.chargeTakesMs ?? 0;
      return script.charge ?? charged;
    },
    publish: async (amount) => {
      calls.push(`publish ${amount}`);
      return script.publish ?? published;
    },
    abandon: async (reason) => {
      calls.push(`abandon ${reason}`);
      return script.abandon ?? abandoned;
    },
  };
  return { ports, calls };
}

describe('a submission', () => {
  it('is prepared with a deadline, charged, published with what was charged, and accepted', async () => {
    const { ports, calls } = scripted({});
    expect(await submit(ports, false)).toEqual({ end: 'accepted', charged: 2 });
    expect(calls).toEqual([`prepare by ${sagaLimits.prepareMs}`, 'charge', 'publish 2']);
  });

  it('that the owner refuses is not charged', async () => {
    const refusal = { code: 'invalid_request' as const, message: 'no' };
    const { ports, calls } = scripted({ prepare: answered<Prepared>({ outcome: 'refused', refusal }) });
    expect(await submit(ports, false)).toEqual({ end: 'refused', refusal });
    expect(calls).toHaveLength(1);
  });

  it('that billing refuses has its record removed', async () => {
    const { ports, calls } = scripted({ charge: refusedCharge });
    expect(await submit(ports, false)).toEqual({ end: 'refused', refusal: poor });
    expect(calls.at(-1)).toBe('abandon refused');
  });

  it('that billing refuses deletes nothing once somebody else may have taken it over', async () => {
    const { ports, calls } = scripted({ charge: refusedCharge, chargeTakesMs: sagaLimits.ownMs });
    await submit(ports, false);
    expect(calls.at(-1)).toBe('abandon unknown');
  });

  it('that goes on asking for its undo stops deleting once somebody else may have taken it over', async () => {
    const chargeTakesMs = sagaLimits.ownMs - 1_000;
    const { ports, calls } = scripted({ charge: refusedCharge, chargeTakesMs, abandon: unknown });
    await submit(ports, false);
    const undos = calls.filter((call) => call.startsWith('abandon'));
    expect(undos.slice(0, 5)).toEqual(Array(5).fill('abandon refused'));
    expect(undos.slice(5).length).toBeGreaterThan(10);
    expect(new Set(undos.slice(5))).toEqual(new Set(['abandon unknown']));
  });

  it('deletes for as long as its lease allows, where that is short', () => {
    expect(limitsWithin(30_000)).toEqual(sagaLimits);
    expect(limitsWithin(6_000)).toEqual({ ...sagaLimits, ownMs: 4_000 });
  });

  it('that billing refunded before is over, and the next try is a new one', async () => {
    const dead = answered<Charged>({ outcome: 'dead', reason: 'refunded_before' });
    const { ports } = scripted({ charge: dead });
    expect(await submit(ports, true)).toMatchObject({ end: 'failed', settled: true });
  });
});

type Row = [name: string, resumed: boolean, script: Script, end: object];

const first = false;
const resumed = true;
const over = { end: 'failed', settled: true };
const open = { end: 'failed', settled: false };
const accepted = { end: 'accepted' };

const rows: Row[] = [
  ['prepare too late', first, { prepare: answered({ outcome: 'too_late' }) }, over],
  ['prepare not delivered', first, { prepare: notDelivered }, over],
  ['prepare not delivered after an earlier run', resumed, { prepare: notDelivered }, open],
  ['prepare unknown, undone', first, { prepare: unknown }, over],
  ['prepare unknown, nobody answers: nothing can run', first, { prepare: unknown, abandon: unknown }, over],
  [
    'prepare unknown, "too late" is not believed without a record',
    first,
    { prepare: unknown, abandon: tooLate },
    over,
  ],
  ['prepare unknown after an earlier run, "too late"', resumed, { prepare: unknown, abandon: tooLate }, open],
  [
    'prepare unknown after an earlier run, nobody answers',
    resumed,
    { prepare: unknown, abandon: unknown },
    open,
  ],
  ['charge too late, undone', first, { charge: answered({ outcome: 'too_late' }) }, over],
  ['charge not delivered, undone', first, { charge: notDelivered }, over],
  ['charge unknown, undone', first, { charge: unknown }, over],
  ['charge unknown, under way already', first, { charge: unknown, abandon: tooLate }, accepted],
  ['charge unknown, nobody answers: no job can run', first, { charge: unknown, abandon: unknown }, open],
  [
    'charge unknown after an earlier run, nobody answers: its job may run',
    resumed,
    { charge: unknown, abandon: unknown },
    accepted,
  ],
  ['charge refused, under way already', first, { charge: refusedCharge, abandon: tooLate }, accepted],
  ['charge refused, nobody answers', first, { charge: refusedCharge, abandon: unknown }, { end: 'refused' }],
  ['publish not delivered, undone', first, { publish: notDelivered }, over],
  ['publish not delivered, nobody answers', first, { publish: notDelivered, abandon: unknown }, open],
  ['publish unknown, undone', first, { publish: unknown }, over],
  ['publish unknown, under way already', first, { publish: unknown, abandon: tooLate }, accepted],
  [
    'publish unknown, nobody answers: only an acceptance is true either way',
    first,
    { publish: unknown, abandon: unknown },
    accepted,
  ],
];

describe('a submission whose step has no good end', () => {
  it.each(rows)('%s', async (_name, isResumed, script, end) => {
    expect(await submit(scripted(script).ports, isResumed)).toMatchObject(end);
  });

  it.each([
    ['prepare', { prepare: unknown }, open],
    ['charge', { charge: unknown }, accepted],
    ['a charge that is too late', { charge: answered<Charged>({ outcome: 'too_late' }) }, accepted],
    ['publish', { publish: notDelivered }, accepted],
  ])('in a second run undoes nothing: the first may have answered 201 (%s)', async (_, script, end) => {
    const { ports, calls } = scripted(script);
    expect(await submit(ports, resumed)).toMatchObject(end);
    expect(calls.filter((call) => call.startsWith('abandon'))).toEqual([]);
  });

  it('asks for the undo again while nobody answers, and stops in bounded time', async () => {
    const { ports, calls } = scripted({ charge: unknown, abandon: unknown });
    await submit(ports, false);
    expect(ports.now()).toBeLessThanOrEqual(sagaLimits.undoMs);
    expect(calls.filter((call) => call === 'abandon unknown').length).toBeGreaterThan(10);
  });

  it('ends within the lease of an idempotency row, whatever hangs', () => {
    const { prepareMs, chargeMs, publishMs, undoMs, undoCallMs } = sagaLimits;
    expect(prepareMs + chargeMs + publishMs + undoMs + undoCallMs).toBeLessThan(30_000);
  });
});
