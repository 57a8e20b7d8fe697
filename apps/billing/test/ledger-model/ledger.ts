import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { textEvents } from '@redline/contracts';
import type { DeliveryContext } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { sql } from 'kysely';
import { buildApp } from '../../src/app.ts';
import { recordEnded } from '../../src/handlers/record-ended.ts';
import { log, type setUpLedger } from '../fixtures.ts';

/** The faults: none; the connections to Postgres are cut during the work; everything is delivered twice. */
export const faults = ['none', 'crash', 'duplicate'] as const;
export type Fault = (typeof faults)[number];

type Ledger = Awaited<ReturnType<typeof setUpLedger>>;

const crashesMax = 3;
/** The timeout of one try. */
const cutsMax = 5;

/** Billing without a bus: its handlers, called as the bus calls them, by a caller that repeats unanswered requests. */
export function faultyLedger({ db, clock, deps }: Ledger) {
  const { requests } = buildApp(deps);
  const consumer = 'ledger-model';
  const event = { subject: 'event.record.ended' };
  const ended = recordEnded(deps, consumer, event);
  const context = { ...event, requestId: randomUUID(), log } as unknown as DeliveryContext;

  let broken = 0;

  async function cutConnections(): Promise<void> {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
      .execute(db)
      .catch(() => undefined);
  }

  /** Repeats work until it is answered; under `crash` the first tries lose their connections, committed or not. */
  async function insist<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
    for (let crashes = 0; fault === 'crash' && crashes < crashesMax; crashes++) {
      let isUnderWay = true;
      const working = work().finally(() => (isUnderWay = false));
      const cutting = (async () => {
        for (let cuts = 0; isUnderWay && cuts < cutsMax; cuts++) await turn().then(cutConnections);
      })();
      const [outcome] = await Promise.allSettled([working, cutting]);
      if (outcome.status === 'fulfilled') return outcome.value;
      broken += 1;
    }
    for (let tries = 0; ; tries++) {
      try {
        const [first] = await Promise.all(fault === 'duplicate' ? [work(), work(), work()] : [work()]);
        return first as T;
      } catch (error) {
        // A pool may return a connection that was cut while it was idle.
        if (tries >= crashesMax * 10) throw error;
      }
    }
  }

  return {
    ask: requests,
    context,
    insist,
    /** The number of tries that lost their connection. */
    brokenTries: () => broken,
    setTime(now: number) {
      clock.now = () => new Date(now);
    },
    async createAccount(): Promise<string> {
      const reply = await requests.accountCreate({ email: `${randomUUID()}@example.com` }, context);
      if (reply.outcome !== 'created') throw new Error('no account was created');
      return reply.accountId;
    },
    /** Delivers the event of a record that ended; under `duplicate` also a second event, with an id of its own. */
    async end(accountId: string, id: string, fault: Fault): Promise<void> {
      const payload = textEvents.failed.payload.parse({
        version: 1,
        id,
        scope: { accountId, siteId: 'us', tenantId: '' },
        occurredAt: new Date().toISOString(),
        reason: 'test',
      });
      const messageId = createId('text');
      await insist(fault, () => ended(payload, { ...context, messageId }));
      if (fault === 'duplicate') await ended(payload, { ...context, messageId: createId('text') });
    },
    /** Reads the remaining credits of each grant, and the trial uses. */
    async stored(accountId: string) {
      const grants = await db
        .selectFrom('grants')
        .select(['id', 'remaining'])
        .where('account_id', '=', accountId)
        .execute();
      const lines = await db
        .selectFrom('product_lines')
        .select(['line', 'trial_used'])
        .where('account_id', '=', accountId)
        .execute();
      return {
        grants: new Map(grants.map(({ id, remaining }) => [id, remaining])),
        trials: new Map(lines.map(({ line, trial_used }) => [line, trial_used])),
      };
    },
  };
}

export type FaultyLedger = ReturnType<typeof faultyLedger>;
