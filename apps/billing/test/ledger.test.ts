import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { decideCharge } from '../src/domain/charging.ts';
import { insertAccount } from '../src/store/accounts.ts';
import { audit, findDifferences } from '../src/store/audit.ts';
import { insertGrant } from '../src/store/insert-grant.ts';
import { readChargeFacts } from '../src/store/read-charge-facts.ts';
import { refundLine } from '../src/store/refund-line.ts';
import type { Trx } from '../src/store/tables.ts';
import { writeCharges } from '../src/store/write-charges.ts';
import { chargeOrder, setUpLedger } from './fixtures.ts';

const { db } = await setUpLedger();
const now = new Date();
const run = (statement: string) => sql.raw(statement).execute(db);

/** An account with a grant of 10, a check that it paid and one that was refunded. */
async function fill(account: string) {
  await insertAccount(db, { id: account, email: `${randomUUID()}@example.com` }, now);
  const grantId = `${account}-grant`;
  await insertGrant(
    db,
    { id: grantId, accountId: account, siteId: 'us', bucket: 'booster', amount: 10, expiresAt: null },
    now,
  );
  for (const operationId of [`${account}-paid`, `${account}-refunded`]) {
    const order = chargeOrder(account, { operationId });
    const [facts = null] = await readChargeFacts(db, [order], now);
    const decision = decideCharge(order, facts, now);
    if (decision.kind !== 'write') throw new Error(JSON.stringify(decision.reply));
    expect(await writeCharges(db, [decision.charge], now)).toEqual(new Set([order.operationId]));
  }
  const line = { lineId: `${account}-refunded`, accountId: account };
  await db.transaction().execute((trx) => refundLine(trx, line, now));
}

/** Runs a statement past triggers and foreign keys, as someone with the database's own rights could; then undoes it. */
async function withoutGuards<T>(statement: string, look: (trx: Trx) => Promise<T>): Promise<T> {
  const trx = await db.startTransaction().execute();
  try {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql.raw(statement).execute(trx);
    return await look(trx);
  } finally {
    await trx.rollback().execute();
  }
}

describe('the database itself', () => {
  beforeAll(() => fill('held'));

  it.each(['entries', 'charge_lines', 'refunds'])('lets nobody change or delete %s', async (table) => {
    await expect(run(`update ${table} set amount = amount`)).rejects.toThrow('append-only');
    await expect(run(`delete from ${table}`)).rejects.toThrow('append-only');
    await expect(run(`truncate ${table} cascade`)).rejects.toThrow('append-only');
  });

  it.each([
    ['a grant below zero', `update grants set remaining = -1 where id = 'held-grant'`],
    ['a grant above what it was', `update grants set remaining = 11 where id = 'held-grant'`],
    ['more refunded than charged', `update charges set refunded = 3 where id = 'held-paid'`],
    ['a second refund of a line', `insert into refunds values ('held-refunded', 'held-refunded', 2, now())`],
    ['a refund of more than the line', `insert into refunds values ('held-paid', 'held-paid', 3, now())`],
    ['a refund of less than the line', `insert into refunds values ('held-paid', 'held-paid', 1, now())`],
    ['credits without a charge', `insert into refunds values ('nobody', null, 2, now())`],
    [
      'a line paid twice',
      `insert into charge_lines values ('held-paid', 'held-refunded', 'text_check', 1, 2, null, null, false)`,
    ],
    [
      'a line charged after its refund',
      `with gone as (insert into refunds values ('gone', null, 0, now()) returning line_id)
       select line_id from gone;
       insert into charge_lines values ('gone', 'held-paid', 'text_check', 1, 2, null, null, false)`,
    ],
    [
      'an entry that takes without a line',
      `insert into entries (grant_id, kind, amount, created_at) values ('held-grant', 'charged', -1, now())`,
    ],
    [
      'a correction without a reason',
      `insert into entries (grant_id, kind, amount, created_at) values ('held-grant', 'corrected', -1, now())`,
    ],
    [
      'an opening posted twice',
      `insert into entries (grant_id, kind, amount, created_at) values ('held-grant', 'granted', 1, now())`,
    ],
    ['a fourth trial', `insert into product_lines values ('held', 'duanju', false, 4)`],
    ['usage below zero', `update usage set count = -1 where account_id = 'held'`],
  ])('refuses %s', async (_what, statement) => {
    await expect(run(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });

  it('refuses a whole charge when a grant has less than was decided on', async () => {
    const order = chargeOrder('held', { operationId: 'held-late' });
    const [facts = null] = await readChargeFacts(db, [order], now);
    const decision = decideCharge(order, facts, now);
    if (decision.kind !== 'write') throw new Error('expected a charge');
    const postings = decision.charge.postings.map((posting) => ({ ...posting, amount: 9 }));
    expect(await writeCharges(db, [{ ...decision.charge, postings }], now)).toEqual(new Set());
    expect(await db.selectFrom('charges').where('id', '=', 'held-late').selectAll().execute()).toEqual([]);
    expect((await audit(db, { timeoutMs: 10_000 })).differences).toEqual([]);
  });
});

describe('the audit', () => {
  beforeAll(() => fill('told'));

  it('of an untouched ledger finds nothing, and says what it saw', async () => {
    expect(await audit(db, { timeoutMs: 10_000 })).toEqual({
      accounts: 2,
      charges: 4,
      refunds: 2,
      differences: [],
    });
  });

  const tampered: readonly (readonly [string, string, RegExp])[] = [
    [
      'a balance',
      `update grants set remaining = 9 where id = 'told-grant'`,
      /grant told-grant: remaining is 9, its entries sum to 8/,
    ],
    [
      'the size of a grant',
      `update grants set amount = 99 where id = 'told-grant'`,
      /amount is 99, it was opened with 10/,
    ],
    [
      'a charge',
      `update charges set amount = 7 where id = 'told-paid'`,
      /charge told-paid: its amount is 7, its lines sum to 2/,
    ],
    [
      'a refunded sum',
      `update charges set refunded = 0 where id = 'told-refunded'`,
      /charge told-refunded: 0 is refunded, its refunds sum to 2/,
    ],
    [
      'a lost charge entry',
      `delete from entries where line_id = 'told-paid'`,
      /line told-paid: it costs 2, its entries took 0/,
    ],
    [
      'a lost refund entry',
      `delete from entries where line_id = 'told-refunded' and kind = 'refunded'`,
      /line told-refunded: 2 was refunded, its entries gave back 0/,
    ],
    [
      'a lost refund',
      `delete from refunds where line_id = 'told-refunded'`,
      /its entries gave back credits, it has no refund/,
    ],
    [
      'a line both charged and refunded before',
      `insert into refunds values ('told-paid', null, 0, now())`,
      /line told-paid: it was charged and is marked as refunded before/,
    ],
    [
      'a refund to another grant',
      `update entries set grant_id = 'held-grant' where line_id = 'told-refunded' and kind = 'refunded'`,
      /grant held-grant got back 2 and had paid 0/,
    ],
    [
      'a grant of another account that paid',
      `update entries set grant_id = 'held-grant' where line_id = 'told-paid'`,
      /line told-paid: paid by grant held-grant of another account/,
    ],
    [
      'a month’s usage',
      `update usage set count = 5 where account_id = 'told'`,
      /usage of told on us in .*: text_check counts 5, its lines say 1/,
    ],
    ['lost usage', `delete from usage where account_id = 'told'`, /text_check counts 0, its lines say 1/],
    [
      'a trial use',
      `insert into product_lines values ('told', 'touliu', false, 2)`,
      /product line touliu of told: 2 trial uses, its lines say 0/,
    ],
  ];

  it.each(tampered)('finds %s that was tampered with', async (_what, statement, expected) => {
    const seen = await withoutGuards(statement, findDifferences);
    expect(seen).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
  });
});
