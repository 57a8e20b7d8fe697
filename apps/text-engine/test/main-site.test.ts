import { anyMainTextCheckItem, mainSite, mainTextCheckRecord, type Scope, us } from '@redline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JudgeRequest } from '../src/domain/judge.ts';
import { deleteOne } from '../src/handlers/delete.ts';
import { get } from '../src/handlers/get.ts';
import { list } from '../src/handlers/list.ts';
import { prepare } from '../src/handlers/prepare.ts';
import { wordHandlers } from '../src/handlers/words.ts';
import { checkWrites } from '../src/store/batched/check-writes.ts';
import { textReader } from '../src/store/read-texts.ts';
import { evaluationOf, newId, newScope, publishCheck, requestContext } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { rowOf } from './rows.ts';

let bed: Awaited<ReturnType<typeof openEngineBed>>;
beforeAll(async () => {
  bed = await openEngineBed();
});
afterAll(async () => {
  await bed.services.stopAll();
  await bed.dispose();
});

const sites = [us, mainSite];
const zh = (text: string) => ({ 'zh-CN': text });
const mainScope = (changes: Partial<Scope> = {}) => newScope({ siteId: 'main', ...changes });
const body = {
  text: '我家的面膜是最好的护肤品',
  platform: 'shortvideo_a',
  industryVertical: 'beauty',
  productVertical: 'creator',
  sceneMode: 'content',
  autoFix: false,
};

function prepared(check: Record<string, unknown>, scope = mainScope(), operationId = newId()) {
  const writes = checkWrites(bed.db, { leaseMs: 30_000, maxAttempts: 4 });
  const request = { operationId, scope, deadlineMs: Date.now() + 60_000 };
  return prepare({ writes, sites })({ ...request, check: { ...body, ...check } }, requestContext());
}
const recordOf = async (scope: Scope, id: string) => {
  const answer = await get({ db: bed.db, sites, readTexts: textReader(bed.db) })(
    { scope, id },
    requestContext(),
  );
  if (answer.outcome !== 'found') throw new Error(`${id} is not found`);
  return mainTextCheckRecord.parse(answer.record);
};

/** A judge that finds the first two characters, by tier, and remembers what it was asked. */
function tierJudge() {
  const asked: JudgeRequest[] = [];
  const judge = (request: JudgeRequest) => {
    asked.push(request);
    const { text, customWords } = request;
    const evaluation = evaluationOf(text);
    const findings = evaluation.findings.map((finding) => ({
      ...finding,
      wordingId: 'wording-main',
      tier: 'STRICT' as const,
      tierLabel: zh('硬性违规'),
    }));
    const customFindings = customWords?.(text) ?? [];
    return { ...evaluation, riskLevel: 'REJECT' as const, findings, customFindings, considered: [] };
  };
  return { asked, judge };
}

async function judged(scope: Scope, check: Record<string, unknown> = {}) {
  const id = newId();
  await prepared(check, scope, id);
  await publishCheck(bed.bus, id, scope);
  await bed.completed(id);
  return recordOf(scope, id);
}

describe('prepare on the main site', () => {
  it.each([
    ['creator', {}],
    ['duanju', { productLine: 'duanju' }],
    ['touliu', { productLine: 'touliu' }],
  ])('bills a check of %s, naming the line that must be enabled', async (productVertical, line) => {
    const id = newId();
    expect(await prepared({ productVertical, sceneMode: 'ad', autoFix: true }, mainScope(), id)).toEqual({
      outcome: 'prepared',
      lines: [{ lineId: id, item: 'text_check', quantity: 1, ...line }],
    });
    expect(await rowOf(bed.db, id)).toMatchObject({
      vertical: 'beauty',
      product_vertical: productVertical,
      scene_mode: 'ad',
      auto_fix: true,
      explain_locale: 'zh-CN',
      fixes: null,
      fix_status: null,
    });
  });

  it.each([
    ['productVertical', 'live', /^productVertical must be one of/],
    ['industryVertical', 'alcohol', /^industryVertical must be one of/],
    ['text', '短', /^text must have 10/],
  ])('refuses a wrong %s', async (field, value, message) => {
    expect(await prepared({ [field]: value })).toMatchObject({
      outcome: 'refused',
      code: 'invalid_request',
      message: expect.stringMatching(message),
    });
  });
});

describe('a check of the main site', () => {
  it('is judged by the dimensions of its pack and shown by tiers', async () => {
    const { judge, asked } = tierJudge();
    await bed.engine({ sites, judge });
    const scope = mainScope();
    const record = await judged(scope, { productVertical: 'touliu', sceneMode: 'ad' });
    expect(asked.map(({ selection }) => selection)).toEqual([
      {
        platform: 'shortvideo_a',
        industryVertical: 'beauty',
        productVertical: 'touliu',
        sceneMode: 'ad',
      },
    ]);
    expect(record).toMatchObject({
      object: 'text_check',
      status: 'completed',
      riskLevel: 'REJECT',
      autoFix: false,
      fixes: [],
      industryVertical: 'beauty',
      productVertical: 'touliu',
      sceneMode: 'ad',
      fixStatus: null,
      summary: { strict: 1, soft: 0, custom: 0, semantic: 0 },
      risks: [{ tier: 'STRICT', tierLabel: '硬性违规', tierReason: '违反《广告法》。' }],
    });
    await bed.services.stopAll();
  });

  it('goes by the words of its product line and the general ones, under both switches', async () => {
    await bed.engine({ sites, judge: tierJudge().judge });
    const scope = mainScope({ tenantId: 'studio' });
    const words = wordHandlers({ db: bed.db, bus: bed.bus });
    for (const [keyword, library] of [
      ['面膜', 'general'],
      ['护肤', 'duanju'],
      ['我家', 'touliu'],
    ] as const) {
      const word = { keyword, library, matchType: 'keyword', replacement: null, note: null } as const;
      await words.create({ scope, wordLimit: 10, word: { ...word, enabled: true } }, requestContext());
    }
    const found = async (productVertical: string) =>
      (await judged(scope, { productVertical })).customRisks.map(({ matchedText }) => matchedText);
    expect(await found('creator')).toEqual(['面膜']);
    expect(await found('duanju')).toEqual(['面膜', '护肤']);
    expect(await found('touliu')).toEqual(['我家', '面膜']);
    await words.setSwitch({ scope, of: 'scope', enabled: false }, requestContext());
    expect(await found('duanju')).toEqual([]);
    await words.setSwitch({ scope, of: 'scope', enabled: true }, requestContext());
    await words.setSwitch({ scope, of: 'account', enabled: false }, requestContext());
    expect(await found('duanju')).toEqual([]);
    await bed.services.stopAll();
  });

  it('shows its rewrites, and the one that runs, until it is deleted', async () => {
    const scope = mainScope();
    const id = newId();
    await prepared({ autoFix: true }, scope, id);
    const fix = {
      version: 1,
      strategy: 'precise',
      fixedText: '我家的面膜是护肤品',
      riskCount: 0,
      accepted: true,
      createdAt: '2026-11-21T12:00:00.000Z',
    } as const;
    const set = (status: 'processing' | 'completed') =>
      bed.db
        .updateTable('text_checks')
        .set({ fix_status: status, fixes: JSON.stringify([fix]) as never })
        .where('id', '=', id)
        .execute();
    await set('processing');
    expect(await recordOf(scope, id)).toMatchObject({ autoFix: true, fixStatus: 'processing', fixes: [fix] });
    await set('completed');
    expect((await recordOf(scope, id)).fixStatus).toBeNull();
    await deleteOne({ db: bed.db, wakeRelay: () => {} })({ scope, id }, requestContext());
    expect(await rowOf(bed.db, id)).toMatchObject({ fixes: null, text: '' });
  });

  it('is listed with its industry', async () => {
    const scope = mainScope();
    await prepared({}, scope);
    const { items } = await list({ db: bed.db, sites })({ scope, page: 1, pageSize: 20 }, requestContext());
    expect(anyMainTextCheckItem.parse(items[0])).toMatchObject({
      object: 'text_check',
      industryVertical: 'beauty',
      preview: body.text,
      riskCount: 0,
    });
  });
});
