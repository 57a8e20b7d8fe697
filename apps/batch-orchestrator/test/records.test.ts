import { batchRequests, failureOf, type ItemVerdict, type Scope } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BatchEvent } from '../src/domain/batch.ts';
import { changeBatch } from '../src/store/change-batch.ts';
import {
  bodyOf,
  mainBodyOf,
  newScope,
  openOrchestratorBed,
  prepareBatch,
  startOrchestrator,
} from './orchestrator.ts';
import { startOwners, verdictOf } from './owners.ts';

const { db, nats, bus } = await openOrchestratorBed();

beforeEach(async () => {
  await startOwners(nats.url);
  await startOrchestrator(db, nats.url);
});

const applyEvent = (id: string, event: BatchEvent) =>
  db.transaction().execute((trx) => changeBatch(trx, id, event));

/** A batch whose items have ended so, in their order; undefined leaves one processing. */
async function batchWith(
  ends: readonly (ItemVerdict | 'failed' | undefined)[],
  scope = newScope(),
  body = bodyOf(),
) {
  const { id, reply } = await prepareBatch(bus, { scope, body });
  const checkIds = reply.outcome === 'prepared' ? reply.lines.slice(1).map(({ lineId }) => lineId) : [];
  await applyEvent(id, { type: 'dispatched', checkIds });
  for (const [index, checkId] of checkIds.entries()) {
    const end = ends[index];
    if (end === 'failed') await applyEvent(id, { type: 'failed', checkId, failure: failureOf('no_video') });
    else if (end) await applyEvent(id, { type: 'completed', checkId, verdict: end });
  }
  return { id, scope, checkIds };
}

async function recordOf(id: string, scope: Scope, locale?: string) {
  const reply = await call(bus, batchRequests.get, { scope, id, locale });
  return reply.outcome === 'found' ? reply.record : undefined;
}

const labels = [{ 'en-US': 'Weapon', 'zh-CN': '武器' }];

describe('a record', () => {
  it('of an international site shows its items, and what they come to, in the language that is asked for', async () => {
    const { id, scope, checkIds } = await batchWith([
      verdictOf({ riskLevel: 'high', riskCount: 3, summary: { violation: 2, sceneHint: 1 } }),
      verdictOf({ riskLevel: 'REVIEW', labels }),
      'failed',
    ]);
    const item = { id: expect.stringMatching(/^item_/), index: 0 };
    expect(await recordOf(id, scope)).toEqual({
      id,
      object: 'intl_batch',
      name: 'Spring',
      platform: 'dtc_us',
      vertical: 'beauty',
      status: 'completed',
      failure: null,
      progress: { total: 3, done: 3, percent: 100 },
      result: 'REJECT',
      summary: { violation: 3, sceneHint: 1 },
      createdAt: expect.any(String),
      finishedAt: expect.any(String),
      items: [
        {
          ...item,
          kind: 'text',
          checkId: checkIds[0],
          status: 'completed',
          failure: null,
          riskLevel: 'high',
          riskCount: 3,
          summary: { violation: 2, sceneHint: 1 },
          text: 'Our drops cure arthritis.',
        },
        {
          ...item,
          kind: 'image',
          checkId: checkIds[1],
          status: 'completed',
          failure: null,
          riskLevel: 'REVIEW',
          summary: { violation: 1, sceneHint: 0 },
          labels: ['武器'],
          image: { url: 'https://shop.example/a.jpg', title: 'A mug' },
        },
        {
          ...item,
          kind: 'video',
          checkId: checkIds[2],
          status: 'failed',
          failure: failureOf('no_video'),
          riskLevel: null,
          summary: { violation: 0, sceneHint: 0 },
          labels: [],
          transcriptStatus: null,
          video: { url: 'https://shop.example/v.mp4', title: 'A film', durationSeconds: 10.2 },
        },
      ],
    });
    expect(await recordOf(id, scope, 'en-US')).toMatchObject({ items: [{}, { labels: ['Weapon'] }, {}] });
    expect(await recordOf(id, scope, 'xx')).toMatchObject({ items: [{}, { labels: ['武器'] }, {}] });
  });

  it('of the main site counts by tiers and begins each item with a preview', async () => {
    const text = `这是一段很长的文案。${'面'.repeat(200)}`;
    const counts = { strict: 1, soft: 2, custom: 3, semantic: 4 };
    const verdict = verdictOf({ riskLevel: 'PASS', riskCount: 3, summary: counts });
    const { id, scope } = await batchWith(
      [verdict, verdictOf({ summary: counts, labels: [{ 'zh-CN': '二维码' }] }), undefined],
      newScope({ siteId: 'main' }),
      mainBodyOf({ texts: [text] }),
    );
    expect(await recordOf(id, scope)).toMatchObject({
      object: 'batch',
      productVertical: 'creator',
      platform: 'shortvideo_a',
      industryVertical: 'beauty',
      status: 'processing',
      progress: { total: 3, done: 2, percent: 66 },
      result: null,
      finishedAt: null,
      summary: { strict: 2, soft: 4, custom: 6, semantic: 8 },
      items: [
        { kind: 'text', preview: text.slice(0, 100), text, riskCount: 3, summary: counts },
        { kind: 'image', preview: '杯子', labels: ['二维码'] },
        { kind: 'video', preview: '短片', status: 'processing', riskLevel: null },
      ],
    });
  });

  it('of a batch whose items all failed says so, in a list too', async () => {
    const { id, scope } = await batchWith(['failed', 'failed', 'failed']);
    const failure = failureOf('items_failed');
    expect(await recordOf(id, scope)).toMatchObject({ status: 'failed', failure });
    const { items } = await call(bus, batchRequests.list, { scope, page: 1, pageSize: 20 });
    expect(items).toMatchObject([{ id, status: 'failed', failure }]);
  });

  it('is shown in its own scope only', async () => {
    const { id, scope } = await batchWith([]);
    for (const other of [newScope(), { ...scope, tenantId: 'a' }, { ...scope, siteId: 'id' as const }]) {
      expect(await recordOf(id, other)).toBeUndefined();
      expect(await call(bus, batchRequests.delete, { id, scope: other })).toEqual({ outcome: 'not_found' });
      expect((await call(bus, batchRequests.list, { scope: other, page: 1, pageSize: 20 })).total).toBe(0);
    }
    expect(await recordOf(id, scope)).toBeDefined();
  });
});

describe('a list', () => {
  const listOf = (
    scope: Scope,
    asked: { page?: number; pageSize?: number; productVertical?: string } = {},
  ) => {
    const { productVertical, page = 1, pageSize = 20 } = asked;
    return call(bus, batchRequests.list, { scope, page, pageSize, filter: { productVertical } });
  };

  it('has the newest first, with progress and sums, and counts exactly', async () => {
    const scope = newScope();
    const older = await batchWith([verdictOf(), verdictOf(), 'failed'], scope);
    const newer = await batchWith([verdictOf()], scope);
    const { total, items } = await listOf(scope);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      {
        id: newer.id,
        status: 'processing',
        progress: { total: 3, done: 1, percent: 33 },
        summary: { violation: 1 },
      },
      { id: older.id, status: 'completed', result: 'REJECT', counts: { texts: 1, images: 1, videos: 1 } },
    ]);
    expect(items[0]).not.toHaveProperty('items');
    await call(bus, batchRequests.delete, { id: older.id, scope });
    expect(await listOf(scope)).toMatchObject({ total: 1, items: [{ id: newer.id }] });
  });

  it('of the main site goes by product line, and pages from either end', async () => {
    const scope = newScope({ siteId: 'main' });
    const ids: string[] = [];
    for (const productVertical of ['creator', 'touliu', 'creator', 'touliu', 'creator']) {
      const body = mainBodyOf({ productVertical, images: [], videos: [] } as never);
      ids.unshift((await prepareBatch(bus, { scope, body })).id);
    }
    const idsOf = async (asked: Parameters<typeof listOf>[1]) => {
      const { total, items } = await listOf(scope, asked);
      return [total, ...items.map(({ id }) => id)];
    };
    expect(await idsOf({})).toEqual([5, ...ids]);
    for (const page of [1, 2, 3]) {
      expect(await idsOf({ page, pageSize: 2 })).toEqual([5, ...ids.slice(2 * page - 2, 2 * page)]);
    }
    expect(await idsOf({ page: 4, pageSize: 2 })).toEqual([5]);
    expect(await idsOf({ productVertical: 'touliu' })).toEqual([2, ids[1], ids[3]]);
  });

  it('reaches far back', async () => {
    const scope = newScope();
    await sql`insert into batches (id, account_id, site_id, tenant_id, name, platform, vertical, explain_locale, texts,
        images, videos, created_at)
      select 'batch_' || n, ${scope.accountId}, 'us', '', 'n', 'p', 'v', 'zh-CN', 1, 0, 0, now() - n * interval '1 s'
      from generate_series(1, 3000) n`.execute(db);
    await sql`analyze batches`.execute(db);
    const { total, items } = await listOf(scope, { page: 150, pageSize: 20 });
    expect(total).toBe(3_000);
    expect(items.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => `batch_${2_981 + index}`),
    );
  });
});
