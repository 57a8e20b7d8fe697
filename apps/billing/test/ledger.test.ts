import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { decideCharge } from '../src/domain/charging.ts';
import { readChargeFacts } from '../src/store/read-charge-facts.ts';
import { writeCharges } from '../src/store/write-charges.ts';
import { auditWhole } from './audit-whole.ts';
import { fillAccount } from './fill-account.ts';
import { chargeOrder, setUpLedger } from './fixtures.ts';

const { db } = await setUpLedger();
const now = new Date();
const run = (statement: string) => sql.raw(statement).execute(db);

describe('the database itself', () => {
  beforeAll(() => fillAccount(db, 'held'));

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
    expect((await auditWhole(db)).differences).toEqual([]);
  });
});
