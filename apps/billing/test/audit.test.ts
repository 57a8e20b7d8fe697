import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateAccounts, generateCharges } from '../bench/generate-ledger.ts';
import { audit, auditWhenDue } from '../src/handlers/audit.ts';
import { openAudit, runAudit } from '../src/handlers/audit-run.ts';
import { newestAudit, stepAudit } from '../src/store/audit/audits.ts';
import { foldOn } from '../src/store/audit/fold.ts';
import { walkOn } from '../src/store/audit/walk.ts';
import { refundLine } from '../src/store/refund-line.ts';
import { auditChecks } from './audit-oracle.ts';
import { auditWhole, complete } from './audit-whole.ts';
import { chargeNow, fillAccount } from './fill-account.ts';
import { chargeOrder, depsOf, log, setUpLedger } from './fixtures.ts';

const { db, clock } = await setUpLedger();
const now = () => new Date();
const deps = { db, now };

/** Audits what is new, as the regular turn does. */
async function auditNew() {
  const newest = await newestAudit(db);
  return newest ? complete(db, newest.id) : auditWhole(db);
}

/** Runs a statement past triggers and foreign keys, as someone with the database's own rights could. */
const tamper = (statement: string) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql.raw(statement).execute(trx);
  });

/** Returns the differences that name an account, or a grant or line of it. */
const about = (account: string, differences: readonly string[]) =>
  differences.filter((difference) => difference.includes(account));

/** By what is wrong: a statement on an account `@`, what is said of it, and whether it inserts a row of the ledger. */
const kinds: readonly (readonly [string, string, RegExp, 'inserts'?])[] = [
  [
    'a balance',
    `update grants set remaining = 9 where id = '@-grant'`,
    /grant @-grant: remaining is 9, its entries sum to 8/,
  ],
  [
    'the size of a grant',
    `update grants set amount = 99 where id = '@-grant'`,
    /amount is 99, it was opened with 10/,
  ],
  [
    'a lost opening',
    `delete from entries where grant_id = '@-grant' and kind = 'granted'`,
    /amount is 10, it was opened with 0/,
  ],
  [
    'a charge',
    `update charges set amount = 7 where id = '@-paid'`,
    /charge @-paid: its amount is 7, its lines sum to 2/,
  ],
  [
    'a refunded sum',
    `update charges set refunded = 0 where id = '@-refunded'`,
    /charge @-refunded: 0 is refunded, its refunds sum to 2/,
  ],
  [
    'more refunded than charged',
    `update refunds set amount = 3 where line_id = '@-refunded'`,
    /charge @-refunded: 2 is refunded, its refunds sum to 3/,
  ],
  [
    'a lost charge entry',
    `delete from entries where line_id = '@-paid'`,
    /line @-paid: it costs 2, its entries took 0/,
  ],
  [
    'a lost refund entry',
    `delete from entries where line_id = '@-refunded' and kind = 'refunded'`,
    /line @-refunded: 2 was refunded, its entries gave back 0/,
  ],
  [
    'a lost refund',
    `delete from refunds where line_id = '@-refunded'`,
    /line @-refunded: its entries gave back credits, it has no refund/,
  ],
  [
    'a line both charged and refunded before',
    `insert into refunds values ('@-paid', null, 0, now())`,
    /line @-paid: it was charged and is marked as refunded before/,
    'inserts',
  ],
  [
    'a refund to another grant',
    `update entries set grant_id = 'other-grant' where line_id = '@-refunded' and kind = 'refunded'`,
    /line @-refunded: grant other-grant got back 2 and had paid 0/,
  ],
  [
    'a grant of another account that paid',
    `update entries set grant_id = 'other-grant' where line_id = '@-paid'`,
    /line @-paid: paid by grant other-grant of another account/,
  ],
  [
    'a month’s usage',
    `update usage set count = 5 where account_id = '@' and site_id = 'us'`,
    /usage of @ on us in .*: text_check counts 5, its lines say 1/,
  ],
  [
    'lost usage',
    `delete from usage where account_id = '@' and site_id = 'us'`,
    /usage of @ on us in .*: text_check counts 0, its lines say 1/,
  ],
  [
    'a trial use',
    `update product_lines set trial_used = 2 where account_id = '@'`,
    /product line duanju of @: 2 trial uses, its lines say 1/,
  ],
  [
    'lost trial uses',
    `delete from product_lines where account_id = '@'`,
    /product line duanju of @: 0 trial uses, its lines say 1/,
  ],
  [
    'an entry that nothing explains',
    `insert into entries (grant_id, kind, line_id, amount, created_at) values ('@-grant', 'refunded', '@-paid', 2, now())`,
    /line @-paid: its entries gave back credits, it has no refund/,
    'inserts',
  ],
];
const saidOf = (account: string, said: RegExp) =>
  expect.arrayContaining([expect.stringMatching(said.source.replaceAll('@', account))]);

beforeAll(() => fillAccount(db, 'other'));

describe('an audit', () => {
  it('of an untouched ledger finds nothing, and says what it saw: whole, and of what is new', async () => {
    const counted = { charges: 3, refunds: 1, differences: [], isHeldUp: false };
    expect(await auditWhole(db)).toEqual(counted);
    await fillAccount(db, 'more');
    expect(await auditNew()).toEqual({ ...counted, charges: 6, refunds: 2 });
    expect(await auditNew()).toEqual({ ...counted, charges: 6, refunds: 2 });
    expect(await auditWhole(db)).toEqual({ ...counted, charges: 6, refunds: 2 });
  });

  it('of what is new does not find what is new and lawful: refunds of old lines, tombstones, corrections', async () => {
    await fillAccount(db, 'lawful');
    await auditNew();
    await db.transaction().execute(async (trx) => {
      for (const lineId of ['lawful-paid', 'lawful-trial', 'lawful-never']) {
        await refundLine(trx, { lineId, accountId: 'lawful' }, now());
      }
    });
    await sql`with corrected as (update grants set remaining = remaining - 1 where id = 'lawful-grant' returning id)
      insert into entries (grant_id, kind, amount, reason, created_at)
      select id, 'corrected', -1, 'test', now() from corrected`.execute(db);
    expect((await auditNew()).differences).toEqual([]);
    expect((await auditWhole(db)).differences).toEqual([]);
  });

  it.each(kinds.map(([what, statement, said], index) => [what, statement, said, `new${index}x`] as const))(
    'of what is new finds %s in new rows, and again until it is put right',
    async (_what, statement, said, account) => {
      await fillAccount(db, account);
      await tamper(statement.replaceAll('@', account));
      const expected = saidOf(account, said);
      expect((await auditNew()).differences).toEqual(expected);
      expect((await auditNew()).differences).toEqual(expected);
      expect((await auditWhole(db)).differences).toEqual(expected);
    },
  );

  it.each(kinds.map((kind, index) => [kind[0], kind[1], kind[2], `old${index}x`, kind[3]] as const))(
    'of the whole ledger finds %s in old rows; one of what is new does so where a row was inserted',
    async (_what, statement, said, account, inserts) => {
      await fillAccount(db, account);
      expect(about(account, (await auditNew()).differences)).toEqual([]);
      await tamper(statement.replaceAll('@', account));
      const { differences } = await auditNew();
      if (inserts) expect(differences).toEqual(saidOf(account, said));
      else expect(about(account, differences)).toEqual([]);
      expect((await auditWhole(db)).differences).toEqual(saidOf(account, said));
    },
  );

  it('finds what one statement over the whole ledger finds, of all that was tampered with here', async () => {
    const expected: string[] = [];
    for (const check of auditChecks) {
      const { rows } = await sql<{ difference: string }>`${sql.raw(check)}`.execute(db);
      expected.push(...rows.map(({ difference }) => difference));
    }
    const { differences } = await auditWhole(db);
    expect(differences.toSorted()).toEqual(expected.toSorted());
    expect(differences.length).toBeGreaterThan(kinds.length * 2);
  });

  it('forgets what was put right by a new row', async () => {
    await fillAccount(db, 'righted');
    await tamper(`update grants set remaining = 9 where id = 'righted-grant'`);
    expect(about('righted', (await auditNew()).differences)).toHaveLength(1);
    await sql`insert into entries (grant_id, kind, amount, reason, created_at)
      values ('righted-grant', 'corrected', 1, 'test', now())`.execute(db);
    expect(about('righted', (await auditNew()).differences)).toEqual([]);
  });

  it('names 200 differences of a check, and that there are more', async () => {
    const before = (await auditNew()).differences.length;
    await generateAccounts(db, 230);
    await tamper(`update grants set remaining = 7 where id like 'grant-%'`);
    const { differences } = await auditNew();
    expect(
      differences.filter((line) => line.startsWith('grant ') && line.includes('remaining')),
    ).toHaveLength(200);
    expect(differences.filter((line) => line === 'and more of the same kind')).toHaveLength(1);
    expect(before).toBeGreaterThan(0);
    await tamper(`update grants set remaining = amount where id like 'grant-%'`);
    expect(await auditNew()).toMatchObject({
      differences: expect.not.arrayContaining(['and more of the same kind']),
    });
  });
});

describe('an audit of what is new', () => {
  it('misses nothing that commits late, after rows with higher positions were audited', async () => {
    await fillAccount(db, 'late');
    await auditNew();
    const late = await db.startTransaction().execute();
    await sql`set local session_replication_role = replica`.execute(late);
    await sql`insert into entries (grant_id, kind, line_id, amount, created_at)
      values ('late-main', 'charged', 'late-never', -2, now())`.execute(late);
    await sql`insert into charges (id, account_id, site_id, tenant_id, amount, created_at)
      values ('late-empty', 'late', 'us', '', 3, now())`.execute(late);
    await chargeNow(db, chargeOrder('late', { operationId: 'late-higher' }));
    const newest = await newestAudit(db);
    const impatient = { ...deps, settleWaitMs: 50 };
    const held = await runAudit(impatient, newest?.id ?? 0, () => false);
    expect(held?.isHeldUp).toBe(true);
    expect(about('late', held?.differences ?? [])).toEqual([]);
    await late.commit().execute();
    const { differences, isHeldUp } = await auditNew();
    expect(isHeldUp).toBe(false);
    expect(about('late', differences)).toEqual([
      expect.stringMatching('grant late-main: remaining is 8, its entries sum to 6'),
      expect.stringMatching('charge late-empty: its amount is 3, its lines sum to 0'),
    ]);
  });

  it('waits for a transaction that commits soon', async () => {
    await fillAccount(db, 'soon');
    const soon = await db.startTransaction().execute();
    await refundLine(soon, { lineId: 'soon-paid', accountId: 'soon' }, now());
    const auditing = auditNew();
    await soon.commit().execute();
    expect(await auditing).toMatchObject({ isHeldUp: false });
    expect(about('soon', (await auditing).differences)).toEqual([]);
  });

  it('does not wait for transactions that only read, or that began after it', async () => {
    const reading = await db.startTransaction().execute();
    await reading.selectFrom('charges').select('id').limit(1).execute();
    expect(
      await runAudit({ ...deps, settleWaitMs: 0 }, (await newestAudit(db))?.id ?? 0, () => false),
    ).toMatchObject({
      isHeldUp: false,
    });
    await reading.rollback().execute();
  });
});

describe('an audit of a ledger with many rows', () => {
  beforeAll(async () => {
    await generateCharges(db, { from: 1, until: 6_500, accounts: 230 });
    // A third is older than positions are.
    await tamper(`update charges set position = null where id <= 'text_000000002000'`);
    await tamper(`update refunds set position = null where line_id <= 'text_000000002000'`);
  });
  const aboutGenerated = (differences: readonly string[]) =>
    differences.filter((line) => /text_0|grant-\d|gen-\d/.test(line));

  it('goes on where one that was broken off stopped, and two replicas do not disturb each other', async () => {
    const id = await openAudit(deps);
    let steps = 0;
    for (let stepsLeft = 0, done = false; !done; steps++) {
      stepsLeft = 1;
      // Each try does one step and is then over, as if its replica had been killed.
      done = (await runAudit(deps, id, () => stepsLeft-- <= 0)) !== undefined || steps > 12;
    }
    expect(steps).toBeGreaterThan(5);
    // One that dies in the middle of a step leaves nothing of it.
    const dying = stepAudit(db, id, async (trx, audit) => {
      await foldOn(trx, audit, audit.settled_until + 100, now());
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
    await expect(dying).rejects.toThrow();
    await chargeNow(db, chargeOrder('other', { operationId: 'other-during' }));
    const reports = await Promise.all([complete(db, id), complete(db, id), complete(db, id)]);
    const [first] = reports;
    expect(aboutGenerated(first.differences)).toEqual([]);
    for (const report of reports) expect(report).toEqual(first);
    const { rows } = await sql<{ charges: number; refunds: number }>`select
      (select count(*) from charges) as charges,
      (select count(*) from refunds where charge_id is not null) as refunds`.execute(db);
    expect(first).toMatchObject({ ...rows[0] });
  });

  it('is right about rows that come and are refunded while it runs', async () => {
    const id = await openAudit(deps);
    let next = 7_000;
    for (let report: unknown, tries = 0; !report && tries < 60; tries++) {
      let stepsLeft = 1;
      report = await runAudit(deps, id, () => stepsLeft-- <= 0);
      if (tries < 10) {
        await generateCharges(db, { from: next, until: next + 300, accounts: 230 });
        const lineId = `text_${String(next - 5_999 + tries).padStart(12, '0')}`;
        const accountId = `gen-${((next - 5_999 + tries) % 230) + 1}`;
        await db.transaction().execute((trx) => refundLine(trx, { lineId, accountId }, now()));
        next += 301;
      }
    }
    expect(aboutGenerated((await complete(db, id)).differences)).toEqual([]);
  });

  it('locks nothing that writers need', async () => {
    const id = await openAudit(deps);
    await stepAudit(db, id, async (trx, audit) => {
      await walkOn(trx, audit, now());
      await chargeNow(db, chargeOrder('other', { operationId: 'other-beside' }));
      const line = { lineId: 'other-beside', accountId: 'other' };
      await db.transaction().execute((writing) => refundLine(writing, line, now()));
    });
  });

  it('is answered in parts when it takes longer than an answer may, to those who can ask again', async () => {
    const request = { scope: 'whole', mayContinue: true } as const;
    const ask = (auditTimeoutMs: number) => audit({ ...depsOf(db, clock), auditTimeoutMs });
    const nobody = undefined as never;
    const part = await ask(0)(request, nobody);
    expect(part).toMatchObject({ isComplete: false, differences: [] });
    const { auditId = 0 } = part;
    const rest = await ask(55_000)({ ...request, auditId }, nobody);
    expect(rest).toMatchObject({ auditId, isComplete: true, isHeldUp: false });
    expect(rest.differences).not.toEqual([]);
    await expect(ask(0)({ ...request, mayContinue: false }, nobody)).rejects.toThrow('ask with mayContinue');
  });

  it('is refused when its place was taken, and leaves no sums behind', async () => {
    const id = await openAudit(deps);
    await complete(db, id);
    await auditWhole(db);
    await expect(complete(db, id)).rejects.toThrow('a newer audit has taken the place');
    const { rows } = await sql<{ ids: number }>`select count(distinct audit_id) as ids from audit_sums
      where audit_id = ${id}`.execute(db);
    expect(rows).toEqual([{ ids: 0 }]);
  });
});

describe('the regular audit', () => {
  const replica = () => depsOf(db, clock);
  const turn = (of: ReturnType<typeof replica>) =>
    auditWhenDue(of, { everyMs: 3_600_000, log })(new AbortController().signal);
  const gauge = async (metric: { get: () => Promise<{ values: { value: number }[] }> }) =>
    (await metric.get()).values[0]?.value;

  it('is done by one replica, and every one publishes what it found and when', async () => {
    const hourLater = new Date(Date.now() + 2 * 3_600_000);
    clock.now = () => hourLater;
    const [one, other] = [replica(), replica()];
    await Promise.all([turn(one), turn(other)]);
    await Promise.all([turn(one), turn(other)]);
    const { differences = 0, finished_at } = (await newestAudit(db)) ?? {};
    expect(finished_at).toEqual(hourLater);
    expect(differences).toBeGreaterThan(0);
    for (const { metrics } of [one, other]) {
      expect(await gauge(metrics.auditDifferences)).toBe(differences);
      expect(await gauge(metrics.auditFinished)).toBe(hourLater.getTime() / 1_000);
    }
    await fillAccount(db, 'regular');
    await tamper(`update grants set remaining = 9 where id = 'regular-grant'`);
    await turn(one);
    expect(await gauge(one.metrics.auditDifferences)).toBe(differences);
    clock.now = () => new Date(hourLater.getTime() + 3_600_001);
    await turn(other);
    expect(await gauge(other.metrics.auditDifferences)).toBe(differences + 1);
  });

  it('is due again when it was broken off', async () => {
    clock.now = () => new Date(Date.now() + 24 * 3_600_000);
    const stopped = new AbortController();
    stopped.abort();
    // Over before the first step of the comparison.
    await auditWhenDue(replica(), { everyMs: 3_600_000, log })(stopped.signal);
    const schedule = await db.selectFrom('audit_schedule').selectAll().executeTakeFirst();
    expect(schedule?.begun_at).toBeNull();
  });
});

it('positions are drawn one by one: with a cache a settled position would mean nothing', async () => {
  const { rows } = await sql`select seqcache, seqincrement from pg_sequence
    where seqrelid = 'entries_position_seq'::regclass`.execute(db);
  expect(rows).toEqual([{ seqcache: 1, seqincrement: 1 }]);
});
