import { migrate } from '@redline/service-kit/db';
import { testServers } from '@redline/testkit';
import { createDatabase } from '@redline/testkit/servers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { finishChecks } from '../src/store/batched/finish-checks.ts';
import { readWordings } from '../src/store/wordings.ts';
import { openDb } from './database.ts';
import { judgmentOf, newId } from './engine.ts';
import { insertOne, rowOf, takeOne } from './rows.ts';
import { createTestDb } from './servers.ts';

let engine: Awaited<ReturnType<typeof createTestDb>>;
beforeAll(async () => {
  engine = await createTestDb();
});
afterAll(() => engine.dispose());

const limits = { leaseMs: 30_000, maxAttempts: 4 };

async function verdictOn(text: string) {
  const { id } = await insertOne(engine.db, { text });
  await takeOne(engine.db, id, limits);
  const event = { id: `event-${id}`, subject: 'event.text.check.completed', payload: {} };
  return { taken: { id, attempt: 1 }, judgment: judgmentOf(text), event };
}

const countOf = async () =>
  Number((await sql<{ n: string }>`select count(*) n from wordings`.execute(engine.db)).rows[0]?.n);

describe('what a rule says', () => {
  it('is kept once for all findings of all engines, and read back with each', async () => {
    const verdicts = [await verdictOn('first text'), await verdictOn('second text')];
    await finishChecks(engine.db, verdicts, new Set());
    await finishChecks(engine.db, [await verdictOn('third text')], new Set());
    expect(await countOf(), 'one of the rule, one of what was let pass').toBe(2);
    for (const { taken, judgment } of verdicts) {
      const { findings, considered } = (await rowOf(engine.db, taken.id)) ?? expect.unreachable();
      expect(JSON.stringify(considered)).not.toContain('denied');
      const said = await readWordings(engine.db)({ findings: findings ?? [], considered: considered ?? [] });
      expect(said).toEqual({ findings: judgment.findings, considered: judgment.considered });
    }
  });

  it('does not stop two engines that keep the same of many in another order', async () => {
    const said = Array.from({ length: 40 }, (_, number) => ({ 'en-US': `Category ${number}` }));
    const verdictSaying = async (texts: typeof said) => {
      const verdict = await verdictOn('some text');
      const [first] = verdict.judgment.findings;
      if (!first) return expect.unreachable();
      const findings = texts.map((category) => ({ ...first, wording: { ...first.wording, category } }));
      return { ...verdict, judgment: { ...verdict.judgment, findings } };
    };
    const before = await countOf();
    const verdicts = await Promise.all([said, said.toReversed(), said].map(verdictSaying));
    await Promise.all(verdicts.map((verdict) => finishChecks(engine.db, [verdict], new Set())));
    expect(await countOf()).toBe(before + said.length);
  });
});

describe('findings of an older version', () => {
  it('keep everything they said', async () => {
    const database = await createDatabase(testServers().postgresAdminUrl, 'text_engine');
    const db = openDb(database.url);
    try {
      const older = Object.entries(migrations).filter(([name]) => name < '0006');
      await migrate(db, Object.fromEntries(older));
      const [finding] = judgmentOf('Cures \ud83d').findings;
      const { wording, ...rest } = finding ?? expect.unreachable();
      const old = { ...rest, ...wording, matchedText: 'a\ud83d' };
      const insert = async (id: string) => {
        await sql`
          insert into text_checks
            (id, account_id, site_id, tenant_id, platform, vertical, explain_locale, text)
          values (${id}, 'acct_old', 'us', '', 'dtc_us', 'general', 'en-US', 'An old text.')`.execute(db);
        return { id };
      };
      const { id } = await insert(newId());
      const empty = await insert(newId());
      const set = (checkId: string, findings: unknown[]) =>
        sql`update text_checks set findings = ${JSON.stringify(findings)}::json where id = ${checkId}`.execute(
          db,
        );
      await set(id, [old, { ...old, start: 3 }]);
      await set(empty.id, []);
      await migrate(db, migrations);
      const kept = (await rowOf(db, id))?.findings ?? [];
      const passed = { ruleId: 'us.test.rule', start: 0, end: 3, because: 'negation' };
      const said = await readWordings(db)({ findings: kept, considered: [passed] });
      expect(said.findings).toEqual([
        { ...rest, wording, matchedText: 'a\ud83d' },
        { ...rest, wording, matchedText: 'a\ud83d', start: 3 },
      ]);
      expect(said.considered, 'it has no reason for people').toEqual([]);
      expect((await rowOf(db, empty.id))?.findings).toEqual([]);
    } finally {
      await db.destroy();
      await database.dispose();
    }
  });
});
