import { describe, expect, it } from 'vitest';
import { capacityOf, type KindCosts, type Measured, type Plan, wallsOf } from './capacity.ts';

const none: KindCosts = {
  checks: 1,
  cpuMs: {},
  postgresBytes: {},
  streamBytes: {},
  busRequests: 0,
  storedMessages: 0,
  statements: 0,
  transactions: 0,
};
const measured: Measured = {
  texts: {
    checks: 1_000,
    cpuMs: { gateway: 2, billing: 1, 'text-engine': 2, judge: 30, postgres: 3, nats: 1 },
    postgresBytes: { text_engine: 2_000, billing: 1_000, WAL: 6_000 },
    streamBytes: { EVENTS: 500 },
    busRequests: 4,
    storedMessages: 2,
    statements: 10,
    transactions: 3,
  },
  images: { ...none, cpuMs: { 'media-engine': 3_000 }, postgresBytes: { media_engine: 4_000 } },
  videos: none,
};
const plan: Plan = {
  checksPerMonth: 2_592_000,
  peakFactor: 10,
  shares: { texts: 1, images: 0, videos: 0 },
  retentionDays: undefined,
  utilisation: 0.5,
};

describe('capacity', () => {
  it('is cores at the peak, with room for queues to stay short', () => {
    // A check a second on average, ten at the peak.
    const capacity = capacityOf({ ...plan, checksPerMonth: 25_920_000 }, measured);
    expect(capacity.meanPerSecond).toBeCloseTo(10);
    expect(capacity.peakPerSecond).toBeCloseTo(100);
    const engine = capacity.services.find(({ name }) => name === 'text-engine');
    expect(engine?.cores).toBeCloseTo(3.2);
    // 3.2 cores, of which a replica may keep one busy.
    expect(engine?.replicas).toBe(4);
    expect(capacity.postgresCores).toBeCloseTo(0.6);
    expect(capacity.statementsPerSecond).toBeCloseTo(1_000);
  });

  it('never has fewer replicas than may fail', () => {
    const { services } = capacityOf({ ...plan, checksPerMonth: 1_000 }, measured);
    expect(Object.fromEntries(services.map(({ name, replicas }) => [name, replicas]))).toMatchObject({
      gateway: 3,
      billing: 2,
      'text-engine': 2,
    });
  });

  it('counts storage by database, the log of writes and the events of a week on three servers', () => {
    const capacity = capacityOf(plan, measured);
    expect(capacity.postgresBytesPerMonth).toEqual({
      text_engine: 5.184e9,
      billing: 2.592e9,
      media_engine: 0,
    });
    expect(capacity.walBytesPerMonth).toBeCloseTo(1.5552e10);
    expect(capacity.eventBytes).toBeCloseTo((2_592_000 * 500 * 7 * 3) / 30);
    expect(capacity.postgresBytesKept).toBeUndefined();
  });

  it('mixes kinds by their shares', () => {
    const shares = { texts: 0.9, images: 0.1, videos: 0 };
    const media = capacityOf({ ...plan, shares }, measured).services.find(
      ({ name }) => name === 'media-engine',
    );
    expect(media?.cores).toBeCloseTo(3);
  });

  it('divides text checks as the service does, by a quarter of the retention', () => {
    const of = (retentionDays: number | undefined) =>
      capacityOf({ ...plan, retentionDays }, measured).partitions;
    expect(of(365)).toMatchObject({ days: 92, count: 6 });
    expect(of(14)).toMatchObject({ days: 7, count: 4 });
    expect(of(undefined)).toMatchObject({ days: 365, count: undefined });
    expect(of(365).rows).toBeCloseTo((2_592_000 * 92) / 30);
  });

  it('refuses a plan that makes no sense', () => {
    const wrong = [
      { checksPerMonth: 0 },
      { peakFactor: 0.5 },
      { utilisation: 1 },
      { shares: { texts: 0.5, images: 0, videos: 0 } },
      { retentionDays: 3 },
    ];
    for (const part of wrong) expect(() => capacityOf({ ...plan, ...part }, measured)).toThrow(RangeError);
  });

  it('meets its lowest wall first', () => {
    const walls = wallsOf(
      [
        { name: 'leader', perSecond: 10_000, perCheck: 2 },
        { name: 'charges', perSecond: 2_000, perCheck: 1 },
      ],
      plan,
    );
    expect(walls.map(({ name }) => name)).toEqual(['charges', 'leader']);
    expect(walls[0]?.checksPerMonth).toBe(200 * 2_592_000);
  });
});
