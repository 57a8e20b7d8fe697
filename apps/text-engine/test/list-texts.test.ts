import { mainSite, us } from '@redline/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRange } from '../src/list-texts.ts';
import { listTexts } from '../src/store/list-texts.ts';
import { evaluationOf, newScope, toStore } from './engine.ts';
import { finishOne, insertOne, takeOne } from './rows.ts';
import { createTestDb } from './servers.ts';

let engine: Awaited<ReturnType<typeof createTestDb>>;
beforeAll(async () => {
  engine = await createTestDb();
});
afterAll(() => engine.dispose());

async function completedOne(text: string): Promise<string> {
  const { id } = await insertOne(engine.db, { text });
  await takeOne(engine.db, id, { leaseMs: 30_000, maxAttempts: 4 });
  const event = { id: `event-${id}`, subject: 'event.text.check.completed', payload: {} };
  await finishOne(engine.db, { taken: { id, attempt: 1 }, evaluation: toStore(evaluationOf(text)), event });
  return id;
}

it('lists the judged texts of a site and a time, oldest first, and no others', async () => {
  const from = new Date(Date.now() - 1);
  const first = await completedOne('The first text.');
  const second = await completedOne('The second text.');
  await insertOne(engine.db, { text: 'Still processing.' });
  await insertOne(engine.db, { scope: newScope({ siteId: mainSite.id }) });
  const until = new Date(Date.now() + 1_000);
  const range = { siteId: us.id, from, until, limit: 10 };
  const listed = await listTexts(engine.db, range);
  expect(listed.map(({ id, text }) => [id, text])).toEqual([
    [first, 'The first text.'],
    [second, 'The second text.'],
  ]);
  expect(await listTexts(engine.db, { ...range, limit: 1 })).toHaveLength(1);
  expect(await listTexts(engine.db, { ...range, until: from })).toEqual([]);
  expect(await listTexts(engine.db, { ...range, siteId: mainSite.id })).toEqual([]);
});

it.each([
  [['--from', '2026-11-01']],
  [['--site', 'fr', '--from', '2026-11-01']],
  [['--site', 'us', '--from', 'yesterday']],
  [['--site', 'us', '--from', '2026-11-01', '--limit', '0']],
  [['--site', 'us', '--from', '2026-11-01', '--all']],
])('refuses %j', (args) => {
  expect(() => readRange(args)).toThrow();
});
