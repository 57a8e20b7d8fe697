import { waitFor } from '@redline/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chargesOf } from '../src/charges.ts';
import { textCheck as mainTextCheck } from '../src/main-shapes.ts';
import { mainClient } from '../src/main-site.ts';
import * as shapes from '../src/shapes.ts';
import { accountOf, checked, checksPath, dataOf, getCheck, remove } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

/** The rewrite rows of documents 1, 2 and 3, and of the decisions. */
let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const claim = 'Fern drops, 30 ml, $12.50. They cure arthritis and smell of mint. Ask at https://fern.example';
const body = { text: claim, platform: 'dtc_us', vertical: 'supplement', explainLocale: 'en-US' };
const fixAccepted = (object: string) =>
  z.strictObject({ id: shapes.textId, object: z.literal(object), fixStatus: z.literal('processing') });
const withCostOf = (object: string) => fixAccepted(object).extend({ creditCost: z.number().int() }).strict();
const withCost = withCostOf('intl_text_check');

const fix = (key: string, id: string, headers = {}) =>
  world.call({ key, method: 'POST', path: `${checksPath}/${id}/fix`, headers });

async function fixed(key: string, id: string): Promise<shapes.TextCheck> {
  await waitFor(async () => (await getCheck(world, key, id)).fixStatus !== 'processing', {
    what: 'the rewrite',
    timeoutMs: 25_000,
    everyMs: 100,
  });
  return getCheck(world, key, id);
}

const lines = async (customer: Customer) =>
  (await chargesOf(world, customer)).flatMap((charge) => charge.lines);

describe('a rewrite on the US site', () => {
  it('takes the claim out, keeps every fact, costs 3 credits, and leaves nothing to be found', async () => {
    const customer = await world.createCustomer({ credits: 100 });
    const { key } = customer;
    const check = await checked(world, key, body);
    expect(dataOf(await fix(key, check.id), 201, withCost)).toMatchObject({ id: check.id, creditCost: 3 });
    const record = await fixed(key, check.id);
    expect(record).toMatchObject({ status: 'completed', fixStatus: 'completed', text: claim });
    expect(record.risks).toEqual(check.risks);
    const text = record.fixedText ?? '';
    expect(text).not.toMatch(/arthritis/);
    for (const fact of ['Fern drops, 30 ml, $12.50.', 'mint', 'https://fern.example'])
      expect(text).toContain(fact);
    expect((await checked(world, key, { ...body, text })).riskLevel).toBe('safe');
    expect((await accountOf(world, key)).credits.total).toBe(100 - 2 - 3 - 2);
    const paid = (await lines(customer)).filter(({ item }) => item === 'rewrite');
    expect(paid).toEqual([
      { lineId: expect.stringMatching(/^fix_/), item: 'rewrite', quantity: 1, amount: 3, refunded: 0 },
    ]);
  });

  it('costs 2 credits on the enterprise plan', async () => {
    const { key } = await world.createCustomer({ plan: 'enterprise' });
    const { id } = await checked(world, key, body);
    expect(dataOf(await fix(key, id), 201, withCost).creditCost).toBe(2);
  });

  it('is refused without violations, before the verdict, without credits, and where there is no check', async () => {
    const { key } = await world.createCustomer({ credits: 6 });
    const plain = await checked(world, key);
    expect((await fix(key, plain.id)).status).toBe(400);
    expect((await fix(key, 'text_00000000000000000000000000')).status).toBe(404);
    const check = await checked(world, key, body);
    const poor = await fix(key, check.id);
    expect([poor.status, poor.body]).toMatchObject([402, { requiredCredits: 3, currentBalance: 2 }]);
    expect(await getCheck(world, key, check.id)).toMatchObject({ fixStatus: null, fixedText: null });
    const stranger = await world.createCustomer();
    expect((await fix(stranger.key, check.id)).status).toBe(404);
    expect((await fix(key, check.id, { 'x-end-tenant': 'shop' })).status).toBe(404);
  });

  it('runs once for one Idempotency-Key, and may be done again', async () => {
    const customer = await world.createCustomer();
    const { key } = customer;
    const { id } = await checked(world, key, body);
    const headers = { 'idempotency-key': 'first' };
    const answers = await Promise.all([1, 2, 3].map(() => fix(key, id, headers)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const first = await fixed(key, id);
    expect((await fix(key, id, { 'idempotency-key': 'second' })).status).toBe(201);
    expect((await fixed(key, id)).fixedText).toBe(first.fixedText);
    expect((await lines(customer)).filter(({ item }) => item === 'rewrite')).toHaveLength(2);
  });

  it('uses the replacement of an own word', async () => {
    const { key } = await world.createCustomer();
    const word = { keyword: 'mint', replacement: 'lemon balm' };
    await world.call({ key, method: 'POST', path: '/v1/intl/us/custom-rules', body: word });
    const { id } = await checked(world, key, body);
    await fix(key, id);
    expect((await fixed(key, id)).fixedText).toMatch(/smell of lemon balm/);
  });

  it('goes with its check: nobody sees it once that was deleted', async () => {
    const { key } = await world.createCustomer();
    const { id } = await checked(world, key, body);
    await fix(key, id);
    expect((await remove(world, key, id)).status).toBe(200);
    expect((await fix(key, id)).status).toBe(404);
  });
});

describe('a rewrite on the Indonesian site', () => {
  it('reads in its language and leaves nothing to be found', async () => {
    const { key } = await world.createCustomer({ site: 'id', plan: 'flagship' });
    const path = '/v1/intl/id/text/checks';
    const text = 'Sabun serai 100 gram, Rp25.000. Menyembuhkan eksim dalam 3 hari. Wanginya lembut.';
    const ask = async (copy: string) => {
      const answer = await world.call({
        key,
        method: 'POST',
        path,
        body: { text: copy, platform: 'marketplace_a_id', vertical: 'beauty' },
      });
      const { id } = dataOf(answer, 201, z.object({ id: z.string() }));
      return id;
    };
    const record = async (id: string) =>
      dataOf(await world.call({ key, path: `${path}/${id}` }), 200, z.object(shown));
    const shown = {
      status: z.string(),
      riskLevel: z.string().nullable(),
      fixStatus: z.string().nullable(),
      fixedText: z.string().nullable(),
    };
    const ended = async (id: string, of: 'status' | 'fixStatus') =>
      waitFor(async () => (await record(id))[of] === 'completed', {
        what: of,
        timeoutMs: 25_000,
        everyMs: 100,
      });
    const id = await ask(text);
    await ended(id, 'status');
    const taken = await world.call({ key, method: 'POST', path: `${path}/${id}/fix` });
    expect(dataOf(taken, 201, withCost).creditCost).toBe(3);
    await ended(id, 'fixStatus');
    const { fixedText } = await record(id);
    expect(fixedText).toContain('Sabun serai 100 gram, Rp25.000.');
    const again = await ask(fixedText ?? '');
    await ended(again, 'status');
    expect((await record(again)).riskLevel).toBe('safe');
  });
});

describe('a rewrite on the main site', () => {
  const text = '这款身体乳质地轻薄，能根治湿疹，一瓶200毫升，售价59元。';

  it('adds a version each time, says how it was made and what a re-check has left', async () => {
    const customer = await world.createCustomer({ site: 'main' });
    const client = mainClient(world, customer.key);
    const { id } = await client.checked({ text, industryVertical: 'beauty' });
    const record = async () => dataOf(await client.ask('GET', `/text/checks/${id}`), 200, mainTextCheck);
    const rewritten = async (how?: object) => {
      const before = (await record()).fixes.length;
      const taken = await client.ask('POST', `/text/checks/${id}/fix`, how);
      expect(dataOf(taken, 201, withCostOf('text_check'))).toMatchObject({ id });
      await waitFor(async () => (await record()).fixes.length > before, {
        what: 'a version',
        timeoutMs: 25_000,
        everyMs: 100,
      });
      return record();
    };
    expect(await rewritten()).toMatchObject({
      fixStatus: null,
      fixes: [{ version: 1, strategy: 'rewrite' }],
    });
    const { fixes } = await rewritten({ strategy: 'precise', mode: 'ad' });
    expect(fixes).toMatchObject([
      { version: 1, accepted: true },
      { version: 2, strategy: 'precise', accepted: true, riskCount: 0 },
    ]);
    for (const { fixedText } of fixes) {
      expect(fixedText).not.toContain('根治');
      expect(fixedText).toContain('一瓶200毫升，售价59元。');
    }
    expect((await client.checked({ text: fixes[0]?.fixedText, industryVertical: 'beauty' })).riskLevel).toBe(
      'PASS',
    );
  });

  it('follows by itself with autoFix, at 3 credits more, and not when they are lacking', async () => {
    const customer = await world.createCustomer({ site: 'main', credits: 5 });
    const client = mainClient(world, customer.key);
    const order = { text, industryVertical: 'beauty', autoFix: true };
    const id = await client.submit(order);
    const record = async (of: string) =>
      dataOf(await client.ask('GET', `/text/checks/${of}`), 200, mainTextCheck);
    await waitFor(async () => (await record(id)).fixes.length === 1, {
      what: 'a version',
      timeoutMs: 25_000,
      everyMs: 100,
    });
    expect(await record(id)).toMatchObject({ autoFix: true, fixStatus: null, fixes: [{ version: 1 }] });
    expect((await lines(customer)).map(({ amount }) => amount).sort()).toEqual([2, 3]);
    await world.grant(customer, 2, '--site', 'main', '--bucket', 'activity');
    const poor = await client.submit(order);
    await waitFor(async () => (await record(poor)).status === 'completed', {
      what: 'the verdict',
      timeoutMs: 25_000,
      everyMs: 100,
    });
    await waitFor(async () => (await record(poor)).fixStatus === null, {
      what: 'the drop',
      timeoutMs: 25_000,
      everyMs: 100,
    });
    expect(await record(poor)).toMatchObject({ autoFix: true, fixes: [] });
  });

  it('is refused for copy without risks and for a strategy or mode that there is not', async () => {
    const { key } = await world.createCustomer({ site: 'main' });
    const client = mainClient(world, key);
    const plain = await client.checked();
    expect((await client.ask('POST', `/text/checks/${plain.id}/fix`)).status).toBe(400);
    const { id } = await client.checked({ text, industryVertical: 'beauty' });
    for (const wrong of [{ strategy: 'full' }, { mode: 'video' }, []]) {
      expect((await client.ask('POST', `/text/checks/${id}/fix`, wrong)).status).toBe(400);
    }
  });
});
