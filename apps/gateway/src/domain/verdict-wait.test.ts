import { describe, expect, it } from 'vitest';
import type { CallResult } from './saga.ts';
import { awaitVerdict, type Verdict, type VerdictPorts, verdictLimits } from './verdict-wait.ts';

type Read = CallResult<'record' | undefined>;
const answered = <A>(answer: A): CallResult<A> => ({ end: 'answered', answer });
const silence = { end: 'unknown', reason: 'timeout' } as const;
const nothing: Read = answered(undefined);
const found: Read = answered('record');

interface Script {
  /** When its end is announced; never by default. */
  readonly announcedAtMs?: number;
  readonly readAt: (nowMs: number) => Read;
  readonly expire?: CallResult<'expired' | 'ended' | 'not_found'>;
  readonly mustAnswerFromMs?: number;
}

/** Ports that answer by a script; time passes only by waiting. */
function scripted({
  announcedAtMs = Number.POSITIVE_INFINITY,
  readAt,
  expire = answered('expired'),
  mustAnswerFromMs = Number.POSITIVE_INFINITY,
}: Script) {
  const readsMs: number[] = [];
  const expiresMs: number[] = [];
  let nowMs = 0;
  const ports: VerdictPorts<'record'> = {
    now: () => nowMs,
    wait: async (ms) => {
      nowMs += ms;
    },
    hasEnded: async (withinMs) => {
      const isAnnounced = announcedAtMs <= nowMs + withinMs;
      nowMs = isAnnounced ? Math.max(nowMs, announcedAtMs) : nowMs + withinMs;
      return isAnnounced;
    },
    readEnded: async () => {
      readsMs.push(nowMs);
      return readAt(nowMs);
    },
    mustAnswer: () => nowMs >= mustAnswerFromMs,
    expire: async () => {
      expiresMs.push(nowMs);
      return expire;
    },
  };
  return { ports, readsMs, expiresMs };
}

describe('the wait for a verdict', () => {
  it('ends when the end is announced', async () => {
    const { ports, readsMs } = scripted({ announcedAtMs: 137, readAt: () => found });
    expect(await awaitVerdict(ports)).toEqual({ end: 'read', record: 'record' });
    expect(readsMs).toEqual([137]);
  });

  it('ends within a second of the end if the announcement is lost', async () => {
    const { ports, readsMs } = scripted({ readAt: (nowMs) => (nowMs > 2_400 ? found : nothing) });
    expect(await awaitVerdict(ports)).toEqual({ end: 'read', record: 'record' });
    expect(readsMs).toEqual([1_000, 2_000, 3_000]);
  });

  it('reads once a second and no faster if the end was announced and the owner does not answer', async () => {
    const { ports, readsMs } = scripted({
      announcedAtMs: 0,
      readAt: (nowMs) => (nowMs > 3_000 ? found : silence),
    });
    await awaitVerdict(ports);
    expect(readsMs).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
  });

  it('has the check failed after 60 s, and returns its record', async () => {
    const { ports, expiresMs } = scripted({
      readAt: () => (expiresMs.length > 0 ? found : nothing),
    });
    expect(await awaitVerdict(ports)).toEqual({ end: 'read', record: 'record' });
    expect(expiresMs).toEqual([60_000]);
  });

  it('ends with what is known, and the check goes on, when the server has to answer', async () => {
    const { ports, readsMs, expiresMs } = scripted({ readAt: () => nothing, mustAnswerFromMs: 2_500 });
    expect(await awaitVerdict(ports)).toEqual({ end: 'unknown' });
    expect([readsMs, expiresMs]).toEqual([[1_000, 2_000, 3_000], []]);
  });

  it.each<[string, NonNullable<Script['expire']>, Verdict<string>]>([
    ['expired, and its record cannot be read', answered('expired'), { end: 'failed', reason: 'expired' }],
    ['gone, as it was deleted', answered('not_found'), { end: 'failed', reason: 'gone' }],
    ['ended, and its record cannot be read', answered('ended'), { end: 'unknown' }],
    ['not known, as the owner does not answer', silence, { end: 'unknown' }],
  ])('returns what is known of a check that is %s', async (_, expire, verdict) => {
    const { ports, expiresMs } = scripted({ readAt: () => silence, expire });
    expect(await awaitVerdict(ports)).toEqual(verdict);
    expect(expiresMs.length).toBe(
      verdict.end === 'failed' ? 1 : verdictLimits.expireMs / verdictLimits.readEveryMs,
    );
  });
});
