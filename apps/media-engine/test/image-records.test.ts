import {
  anyImageCheckRecord,
  anyMainImageCheckRecord,
  failureOf,
  imageRequests,
  type Scope,
} from '@redline/contracts';
import { anyAttempt } from '@redline/service-kit/records';
import { startTestNats } from '@redline/testkit';
import { outboxOf, subjectsOf } from '@redline/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadDir } from '../src/domain/uploads/upload-dir.ts';
import { imageRecords } from '../src/handlers/check-records.ts';
import { imageHandlers } from '../src/handlers/image-requests.ts';
import { createRemoving } from '../src/handlers/remove-objects.ts';
import { finishImageCheck, takeImageCheck } from '../src/store/image-checks.ts';
import {
  cdnHost,
  createTestDb,
  depsOf,
  detectionOf,
  newId,
  newScope,
  noBlobs,
  openBus,
  quiet,
  reportOf,
  requestContext,
} from './engine.ts';
import { insertImage, removalsOf, rowOf, scopesBeside } from './rows.ts';

const [database, nats] = await Promise.all([createTestDb(), startTestNats()]);
const { db } = database;
const bus = await openBus(nats.url);
const handlers = imageHandlers(depsOf(db, bus));

afterAll(async () => {
  await bus.close();
  await Promise.all([database.dispose(), nats.dispose()]);
});

const main = () => newScope({ siteId: 'main' });
const get = (scope: Scope, id: string) => handlers.get({ scope, id }, requestContext());
const remove = (scope: Scope, id: string) => handlers.delete({ scope, id }, requestContext());
const list = (scope: Scope, filter = {}, page = 1, pageSize = 20) =>
  handlers.list({ scope, page, pageSize, filter }, requestContext());
const abandon = (id: string, reason: 'refused' | 'unknown') =>
  handlers.abandon({ operationId: id, reason }, requestContext());

async function completed(changes: Parameters<typeof insertImage>[1] = {}, detections = [detectionOf()]) {
  const check = await insertImage(db, changes);
  await takeImageCheck(db, check.id, { leaseMs: 30_000, maxAttempts: 3 });
  const verdict = {
    taken: { id: check.id, attempt: 1 },
    riskLevel: 'REJECT',
    ...reportOf(detections),
  } as const;
  expect(await finishImageCheck(db, verdict, { subject: 'event.x', payload: {} })).toBe(true);
  return check;
}

describe('a failed check', () => {
  const lastError = 'the server of the URL answered 404 instead of a file';
  const failure = failureOf('source_status', lastError);

  it.each(['us', 'main'] as const)(
    'of the site %s says why, alone, in a list and in its event',
    async (siteId) => {
      const { id, scope } = await insertImage(db, { scope: newScope({ siteId }) });
      const records = imageRecords(depsOf(db, bus));
      await records.fail({ id, reason: 'source_status', condition: anyAttempt, lastError });
      expect(await get(scope, id)).toMatchObject({ record: { status: 'failed', failure } });
      expect(await list(scope)).toMatchObject({ items: [{ id, failure }] });
      expect(await outboxOf(db, id)).toMatchObject([{ payload: { reason: 'source_status', failure } }]);
    },
  );
});

describe('a submission', () => {
  const mainBody = {
    imageUrl: 'https://shop.example/a.jpg',
    imageTitle: 'A mug',
    imageSize: 5,
    productVertical: 'creator',
  };
  const body = {
    imageUrl: 'https://shop.example/a.jpg',
    imageTitle: 'A mug',
    imageSize: 5,
    explainLocale: 'en-US',
  };
  const prepare = (check: object, changes: { id?: string; scope?: Scope; deadlineMs?: number } = {}) => {
    const { id: operationId = newId(), scope = newScope(), deadlineMs = Date.now() + 5_000 } = changes;
    const request = imageRequests.prepare.request.parse({ operationId, scope, deadlineMs, check });
    return handlers.prepare(request, requestContext());
  };

  it('is quoted by the same line, and refused in the same words, without a trace', async () => {
    const quote = (check: object, scope: Scope) =>
      handlers.quote(
        imageRequests.quote.request.parse({ scope, deadlineMs: Date.now() + 5_000, check }),
        requestContext(),
      );
    const scope = main();
    const line = { item: 'image_check', quantity: 1 };
    expect(await quote({ ...mainBody, productVertical: 'touliu' }, scope)).toEqual({
      outcome: 'quoted',
      lines: [{ ...line, productLine: 'touliu' }],
      laterLines: [],
    });
    const wrong = { ...mainBody, imageSize: 2 ** 40 };
    expect(await quote(wrong, scope)).toEqual(await prepare(wrong, { scope }));
    expect(await list(scope)).toEqual({ total: 0, items: [] });
  });

  it('stores the check and returns the line to charge; a repeat gets the same reply, also past its deadline', async () => {
    const [id, scope] = [newId(), newScope()];
    const line = { lineId: id, item: 'image_check', quantity: 1 };
    expect(await prepare(body, { id, scope })).toEqual({ outcome: 'prepared', lines: [line] });
    expect(await prepare(body, { id, scope, deadlineMs: 1 })).toEqual({ outcome: 'prepared', lines: [line] });
    expect(await get(scope, id)).toMatchObject({
      record: {
        id,
        object: 'intl_image_check',
        status: 'processing',
        riskLevel: null,
        labels: [],
        coverage: [],
        image: { url: body.imageUrl, title: 'A mug', sizeBytes: 5, width: null, height: null },
      },
    });
  });

  it('names the product line that must be enabled', async () => {
    const check = { ...mainBody, productVertical: 'touliu', detectTypes: ['OCR'] };
    const answer = await prepare(check, { scope: main() });
    expect(answer).toMatchObject({ lines: [{ item: 'image_check', productLine: 'touliu' }] });
  });

  it('that is late stores nothing', async () => {
    const id = newId();
    expect(await prepare(body, { id, deadlineMs: Date.now() - 1_000 })).toEqual({ outcome: 'too_late' });
    expect(await rowOf(db, id)).toBeUndefined();
  });

  it.each([
    ['an id of another kind', { id: newId('video') }, body, /operationId/, undefined],
    ['a URL that is none', {}, { ...body, imageUrl: 'shop.example' }, /imageUrl/, 'imageUrl'],
    [
      'a product line without images',
      { scope: main() },
      { ...mainBody, productVertical: 'duanju' },
      /productVertical/,
      'productVertical',
    ],
  ])('with %s is refused with a sentence, and its field', async (_, changes, check, sentence, path) => {
    const answer = await prepare(check, changes);
    expect(answer).toMatchObject({ outcome: 'refused', code: 'invalid_request' });
    expect(answer.outcome === 'refused' && answer.message).toMatch(sentence);
    expect(answer.outcome === 'refused' && answer.issues?.[0]?.path).toBe(path);
  });

  it('that was refused leaves nothing, one of unknown outcome fails with its refund, and both can be asked again', async () => {
    const [first, second] = [await insertImage(db), await insertImage(db)];
    for (const _ of [1, 2]) {
      expect(await abandon(first.id, 'refused')).toEqual({ outcome: 'abandoned' });
      expect(await abandon(second.id, 'unknown')).toEqual({ outcome: 'abandoned' });
    }
    expect(await rowOf(db, first.id)).toBeUndefined();
    expect(await rowOf(db, second.id)).toMatchObject({ status: 'failed', failure_reason: 'abandoned' });
    expect(await subjectsOf(db, second.id)).toEqual(['event.media.image.failed']);
    expect(await list(first.scope)).toEqual({ total: 0, items: [] });
  });

  it('that is being worked on can no longer be abandoned', async () => {
    const { id } = await insertImage(db);
    await takeImageCheck(db, id, { leaseMs: 30_000, maxAttempts: 3 });
    expect(await abandon(id, 'unknown')).toEqual({ outcome: 'too_late' });
    expect(await abandon(id, 'refused')).toEqual({ outcome: 'too_late' });
  });
});

describe('a record', () => {
  it('renders findings in the locale of its submission, each once', async () => {
    const seen = [detectionOf(), detectionOf({ severity: 'low' }), detectionOf({ tier: 'SOFT' })];
    const { id, scope } = await completed({}, seen);
    const answer = await get(scope, id);
    if (answer.outcome !== 'found') throw new Error('not found');
    expect(anyImageCheckRecord.parse(answer.record)).toMatchObject({
      status: 'completed',
      riskLevel: 'REJECT',
      vertical: 'beauty',
      image: { width: 640, height: 480 },
      labels: [
        { description: 'Cure claim', riskLevel: 'REJECT' },
        { description: 'Cure claim', riskLevel: 'PASS' },
      ],
      coverage: [{ detector: 'text', status: 'ran' }],
    });
  });

  it('of the main site renders tiers and counts them', async () => {
    const { id, scope } = await completed({ scope: main() }, [detectionOf(), detectionOf({ tier: 'SOFT' })]);
    const answer = await get(scope, id);
    if (answer.outcome !== 'found') throw new Error('not found');
    expect(anyMainImageCheckRecord.parse(answer.record)).toMatchObject({
      object: 'image_check',
      productVertical: 'creator',
      summary: { strict: 1, soft: 1, custom: 0, semantic: 0 },
      labels: [
        { tier: 'STRICT', tierLabel: '违规', tierReason: '依据', description: '治愈宣称' },
        { tier: 'SOFT', description: '治愈宣称' },
      ],
    });
  });

  it('renders fix, law and boxes of each finding, and none for rows that are older than these fields', async () => {
    const known = detectionOf({
      ruleId: 'x.cure.1',
      matchedText: 'cures '.repeat(50),
      tier: 'SOFT',
      suggestion: { 'en-US': 'Leave it out.', 'zh-CN': '删去。' },
      legalRef: { 'en-US': 'A Law, art. 9', 'zh-CN': 'A Law, art. 9' },
      boxes: [{ x: 1, y: 2, width: 30, height: 4 }],
    });
    const older = detectionOf();
    const [matchedText, { boxes }] = [`${'cures '.repeat(50).slice(0, 200)}…`, known];
    const said = { severity: 'high', matchedText, boxes };
    const unknown = { severity: 'high', matchedText: 'cures', suggestion: null, legalRef: null, boxes: [] };
    const english = await completed({}, [older, known]);
    expect(await get(english.scope, english.id)).toMatchObject({
      record: { labels: [unknown, { ...said, suggestion: 'Leave it out.', legalRef: 'A Law, art. 9' }] },
    });
    const chinese = await completed({ scope: main() }, [older, known]);
    expect(await get(chinese.scope, chinese.id)).toMatchObject({
      record: { labels: [unknown, { ...said, suggestion: '删去。', legalRef: 'A Law, art. 9' }] },
    });
  });

  it('of the main site is neither found, listed nor deleted until it has ended', async () => {
    const { id, scope } = await insertImage(db, { scope: main() });
    expect(await get(scope, id)).toEqual({ outcome: 'not_found' });
    expect(await list(scope)).toEqual({ total: 0, items: [] });
    expect(await remove(scope, id)).toEqual({ outcome: 'not_found' });
    await handlers.expire({ id }, requestContext());
    expect(await get(scope, id)).toMatchObject({ outcome: 'found', record: { status: 'failed' } });
    expect(await list(scope)).toMatchObject({ total: 1, items: [{ id, status: 'failed' }] });
  });

  it('is found, listed and deleted in its own scope only', async () => {
    const { id, scope } = await completed();
    for (const other of scopesBeside(scope)) {
      expect(await get(other, id)).toEqual({ outcome: 'not_found' });
      expect(await remove(other, id)).toEqual({ outcome: 'not_found' });
      expect(await list(other)).toEqual({ total: 0, items: [] });
    }
    expect(await get(scope, id)).toMatchObject({ outcome: 'found' });
  });

  it('that failed and is replayed by an operator starts again', async () => {
    const { id } = await insertImage(db);
    expect(await handlers.reopen({ id }, requestContext())).toEqual({ outcome: 'not_failed' });
    await handlers.expire({ id }, requestContext());
    expect(await handlers.reopen({ id }, requestContext())).toEqual({ outcome: 'reopened' });
    expect(await rowOf(db, id)).toMatchObject({ status: 'processing', attempt: 0, failure_reason: null });
    expect(await handlers.reopen({ id: newId() }, requestContext())).toEqual({ outcome: 'not_found' });
  });
});

describe('a list', () => {
  const scope = main();
  const ids: string[] = [];
  beforeAll(async () => {
    for (let index = 0; index < 7; index++) {
      const line = index % 2 ? 'touliu' : 'creator';
      ids.unshift((await completed({ scope, productVertical: line })).id);
    }
  });

  it('is newest first, page by page, with an exact total, and empty past its end', async () => {
    const shown = [];
    for (const page of [1, 2, 3]) {
      const { total, items } = await list(scope, {}, page, 3);
      expect(total).toBe(7);
      shown.push(items.map(({ id }) => id));
    }
    expect(shown).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
    expect(await list(scope, {}, 4, 3)).toEqual({ total: 7, items: [] });
  });

  it('can be narrowed to a product line', async () => {
    const touliu = ids.filter((_, index) => index % 2 === 1);
    const { total, items } = await list(scope, { productVertical: 'touliu' });
    expect({ total, ids: items.map(({ id }) => id) }).toEqual({ total: 3, ids: touliu });
    expect(items[0]).toMatchObject({
      object: 'image_check',
      riskLevel: 'REJECT',
      labels: ['治愈宣称'],
      image: { url: 'https://shop.example/a.jpg', title: 'A mug', sizeBytes: 1_000 },
    });
    expect(await list(scope, { productVertical: 'duanju' })).toEqual({ total: 0, items: [] });
  });

  it('loses what is deleted, once', async () => {
    const { id } = await completed({ scope });
    expect((await list(scope)).total).toBe(8);
    await Promise.all([remove(scope, id), remove(scope, id), remove(scope, id)]);
    expect((await list(scope)).total).toBe(7);
  });
});

describe('deleting', () => {
  it('erases what was found and refunds nothing of what has ended', async () => {
    const { id, scope } = await completed();
    expect(await remove(scope, id)).toEqual({ outcome: 'deleted' });
    expect(await get(scope, id)).toEqual({ outcome: 'not_found' });
    expect(JSON.stringify(await rowOf(db, id))).not.toMatch(/mug|shop|Cure/);
    expect(await outboxOf(db, id)).toMatchObject([
      { subject: 'event.media.image.deleted', payload: { id, scope } },
    ]);
  });

  it('has an upload of its own scope removed afterwards, and no other file', async () => {
    const scope = newScope();
    const key = `${uploadDir(scope)}a.jpg`;
    const own = await insertImage(db, { scope, url: `${cdnHost}/${key}` });
    const foreign = await insertImage(db, { url: `${cdnHost}/${key}` });
    for (const { id, scope: whose } of [own, foreign]) await remove(whose, id);
    expect(await removalsOf(db)).toEqual([key]);
    const blobs = noBlobs();
    const refusing = { ...blobs, delete: async () => Promise.reject(new Error('the store is away')) };
    const turn = (store: typeof blobs) =>
      createRemoving(depsOf(db, bus, { blobs: store }), quiet)(new AbortController().signal);
    await turn({ ...refusing });
    expect(await removalsOf(db)).toEqual([key]);
    await db
      .updateTable('removals')
      .set({ due_at: new Date(0) })
      .execute();
    await Promise.all([turn(blobs), turn(blobs)]);
    expect(await removalsOf(db)).toEqual([]);
    expect(blobs.removed).toEqual([key]);
  });
});
