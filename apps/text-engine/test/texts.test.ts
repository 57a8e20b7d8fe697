import { wordingIn } from '@redline/rule-engine/evaluate';
import { wordingIdOf } from '@redline/rule-engine/pack';
import { migrate } from '@redline/service-kit/db';
import { testServers } from '@redline/testkit';
import { createDatabase } from '@redline/testkit/servers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { finishChecks } from '../src/store/batched/finish-checks.ts';
import { textReader } from '../src/store/read-texts.ts';
import { openDb } from './database.ts';
import { evaluationOf, newId, testMessages, toStore } from './engine.ts';
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
  return { taken: { id, attempt: 1 }, evaluation: toStore(evaluationOf(text)), event };
}

const countOf = async () =>
  Number((await sql<{ n: string }>`select count(*) n from wordings`.execute(engine.db)).rows[0]?.n);

describe('the texts of findings', () => {
  it('are stored once for all records of all engines, and read back for each', async () => {
    const verdicts = [await verdictOn('first text'), await verdictOn('second text')];
    await finishChecks(engine.db, verdicts, new Set());
    await finishChecks(engine.db, [await verdictOn('third text')], new Set());
    expect(await countOf(), 'one of the rule, one of the reason').toBe(2);
    for (const { taken, evaluation } of verdicts) {
      const { findings, considered } = (await rowOf(engine.db, taken.id)) ?? expect.unreachable();
      expect(JSON.stringify(considered)).not.toContain('denied');
      expect(findings).toEqual(evaluation.stored.findings);
      expect(considered).toEqual(evaluation.stored.considered);
      const read = await textReader(engine.db)({ findings: findings ?? [], considered: considered ?? [] });
      expect(read).toEqual(evaluation.texts);
    }
  });

  it('do not stop two engines that store the same ones in another order', async () => {
    const ids = Array.from({ length: 40 }, (_, number) => `wording-${number}`);
    const verdictWith = async (wordingIds: readonly string[]) => {
      const verdict = await verdictOn('some text');
      const [text] = verdict.evaluation.texts.values();
      const texts = new Map(wordingIds.map((id) => [id, text ?? expect.unreachable()]));
      return { ...verdict, evaluation: { ...verdict.evaluation, texts } };
    };
    const before = await countOf();
    const verdicts = await Promise.all([ids, ids.toReversed(), ids].map(verdictWith));
    await Promise.all(verdicts.map((verdict) => finishChecks(engine.db, [verdict], new Set())));
    expect(await countOf()).toBe(before + ids.length);
  });
});

describe('findings of an older version', () => {
  it('keep all their texts, under the ids that later versions give them', async () => {
    const database = await createDatabase(testServers().postgresAdminUrl, 'text_engine');
    const db = openDb(database.url);
    try {
      const older = Object.entries(migrations).filter(([name]) => name < '0006');
      await migrate(db, Object.fromEntries(older));
      const [finding] = evaluationOf('Cures \ud83d').findings;
      const { wordingId: _, ...rest } = finding ?? expect.unreachable();
      const wording = wordingIn(testMessages, 'wording-us');
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
      const findings = (await rowOf(db, id))?.findings ?? [];
      const wordingId = wordingIdOf(wording);
      expect(findings).toEqual([
        { ...rest, wordingId, matchedText: 'a\ud83d' },
        { ...rest, wordingId, matchedText: 'a\ud83d', start: 3 },
      ]);
      const withoutReason = { ruleId: 'us.test.rule', start: 0, end: 3, because: 'negation' };
      const texts = await textReader(db)({ findings, considered: [withoutReason] });
      expect(texts).toEqual(new Map([[wordingId, wording]]));
      expect((await rowOf(db, empty.id))?.findings).toEqual([]);
    } finally {
      await db.destroy();
      await database.dispose();
    }
  });
});
