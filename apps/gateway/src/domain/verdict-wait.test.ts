import { describe, expect, it } from 'vitest';
import type { Asked } from './saga.ts';
import { awaitVerdict, type VerdictPorts, verdictLimits } from './verdict-wait.ts';

type Read = Asked<'record' | undefined>;
const answered = <A>(answer: A): Asked<A> => ({ end: 'answered', answer });
const silence = { end: 'unknown', reason: 'timeout' } as const;
const nothing: Read = answered(undefined);
const found: Read = answered('record');

interface Script {
  /** When its end is told; never when left out. */
  readonly toldAtMs?: number;
  readonly readAt: (nowMs: number) => Read;
  readonly expire?: Asked<'expired' | 'ended' | 'not_found'>;
}

/** Ports that answer by a script; time passes only by waiting. */
function scripted({ toldAtMs = Number.POSITIVE_INFINITY, readAt, expire = answered('expired') }: Script) {
  const readsMs: number[] = [];
  const expiresMs: number[] = [];
  let nowMs = 0;
  const ports: VerdictPorts<'record'> = {
    now: () => nowMs,
    wait: async (ms) => {
      nowMs += ms;
    },
    told: async (withinMs) => {
      const isTold = toldAtMs <= nowMs + withinMs;
      nowMs = isTold ? Math.max(nowMs, toldAtMs) : nowMs + withinMs;
      return isTold;
    },
    readEnded: async () => {
      readsMs.push(nowMs);
      return readAt(nowMs);
    },
    expire: async () => {
      expiresMs.push(nowMs);
      return expire;
    },
  };
  return { ports, readsMs, expiresMs };
}

describe('the wait for a verdict', () => {
  it('ends with the news of it', async () => {
    const { ports, readsMs } = scripted({ toldAtMs: 137, readAt: () => found });
    expect(await awaitVerdict(ports)).toEqual({ end: 'read', record: 'record' });
    expect(readsMs).toEqual([137]);
  });

  it('ends within a second of the end where the news is lost', async () => {
    const { ports, readsMs } = scripted({ readAt: (nowMs) => (nowMs > 2_400 ? found : nothing) });
    expect(await awaitVerdict(ports)).toEqual({ end: 'read', record: 'record' });
    expect(readsMs).toEqual([1_000, 2_000, 3_000]);
  });

  it('reads once a second and no faster when it was told and nobody answers', async () => {
    const { ports, readsMs } = scripted({
      toldAtMs: 0,
      readAt: (nowMs) => (nowMs > 3_000 ? found : silence),
    });
    await awaitVerdict(ports);
    expect(readsMs).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  });

  it('has the check failed after 60 s, and shows how it ended', async () => {
    const { ports, expiresMs } = scripted({
      readAt: () => (expiresMs.length > 0 ? found : nothing),
    });
    expect(await awaitVerdict(ports)).toEqual({ end: 'read', record: 'record' });
    expect(expiresMs).toEqual([60_000]);
  });

  it.each<[string, NonNullable<Script['expire']>, 'failed' | 'unknown']>([
    ['expired, and its record cannot be read', answered('expired'), 'failed'],
    ['gone, as it was deleted', answered('not_found'), 'failed'],
    ['ended, and its record cannot be read', answered('ended'), 'unknown'],
    ['not asked, as nobody answers', silence, 'unknown'],
  ])('of a check that is %s is as much as is known', async (_, expire, end) => {
    const { ports, expiresMs } = scripted({ readAt: () => silence, expire });
    expect(await awaitVerdict(ports)).toEqual({ end });
    expect(expiresMs.length).toBe(end === 'failed' ? 1 : verdictLimits.expireMs / verdictLimits.readEveryMs);
  });
});
