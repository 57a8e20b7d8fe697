import { billingRequests } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { startTestPgBouncer, testServers, waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { charge as chargeHandler } from '../src/handlers/charge.ts';
import { lockAccount } from '../src/store/lock-account.ts';
import { chargeOrder, depsOf, publishEnd, setUpBilling } from './fixtures.ts';

const serverConnections = 5;
const pgbouncer = await startTestPgBouncer(serverConnections);
afterAll(() => pgbouncer.dispose());
const unprepared = { preparedMax: 0 };
const billing = await setUpBilling(pgbouncer.urlOf(testServers().postgresAdminUrl), unprepared);
const { ask, db, bus, accountWith, charge, balance } = billing;
// The database was migrated through it, by connections that are older than their settings.
await pgbouncer.reconnect();

describe('behind PgBouncer in transaction mode, with five connections,', () => {
  it('replicas take every credit once, and each refund comes back once', async () => {
    const accountId = await accountWith(2 * 100);
    const replicas = [1, 2, 3].map(() => chargeHandler(depsOf(db, billing.clock)));
    const orders = Array.from({ length: 130 }, () =>
      chargeOrder(accountId, { operationId: createId('text') }),
    );
    const replies = await Promise.all(
      orders.map((order, index) => replicas[index % 3]?.({ ...order, tenantId: '' }, undefined as never)),
    );
    const charged = orders.filter((_, index) => replies[index]?.outcome === 'charged');
    expect(charged).toHaveLength(100);
    expect(await balance(accountId)).toBe(0);

    const failed = charged.slice(0, 40);
    await Promise.all(
      failed.flatMap(({ operationId: id }) =>
        (['failed', 'cancelled'] as const).map((ending) => publishEnd(bus, { accountId, id, ending })),
      ),
    );
    await waitFor(async () => (await balance(accountId)) === 2 * failed.length, { what: 'the refunds' });
    expect(await billing.differences()).toEqual([]);
    const { rows } = await sql<{ statements: number; connections: number }>`
      select (select count(*) from pg_prepared_statements) as statements,
        (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(
      db,
    );
    expect(rows).toEqual([{ statements: 0, connections: serverConnections }]);
  });

  it('a charge waits for a locked account as long as it says, and no other statement does', async () => {
    const accountId = await accountWith(10);
    const trx = await db.startTransaction().execute();
    await lockAccount(trx, accountId);
    const waiting = charge(accountId);
    await expect(charge(await accountWith(10))).resolves.toEqual({ outcome: 'charged', amount: 2 });
    await trx.rollback().execute();
    expect(await waiting).toEqual({ outcome: 'charged', amount: 2 });
    const limits = Array.from({ length: 20 }, () =>
      sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(db),
    );
    for (const { rows } of await Promise.all(limits)) expect(rows).toEqual([{ limit: '4s' }]);
  });

  it('an audit of the whole ledger comes to its end, and so does one of what is new', async () => {
    const whole = await ask(billingRequests.audit, {});
    expect(whole).toMatchObject({ isComplete: true, isHeldUp: false, differences: [] });
    expect(await charge(await accountWith(10))).toMatchObject({ outcome: 'charged' });
    const { auditId, charges, differences } = await ask(billingRequests.audit, { scope: 'new' });
    expect({ auditId, charges, differences }).toEqual({
      auditId: whole.auditId,
      charges: whole.charges + 1,
      differences: [],
    });
  });
});
