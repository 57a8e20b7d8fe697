import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as shapes from '../src/main-shapes.ts';
import { type MainClient, mainClient } from '../src/main-site.ts';
import * as common from '../src/shapes.ts';
import { dataOf } from '../src/text-checks.ts';
import { enter, type World } from '../src/world.ts';

/** The word rows of document 3; what all sites share is tried at length on the US site. */
let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

async function open(plan = 'premium') {
  const customer = await world.createCustomer({ site: 'main', plan });
  const tenant = (name: string) => mainClient(world, customer.key, { 'x-end-tenant': name });
  return { ...customer, tenant, client: mainClient(world, customer.key) };
}
const found = ({ customRisks }: shapes.MainTextCheck) => customRisks.map(({ matchedText }) => matchedText);
const settingsOf = async (client: MainClient) =>
  dataOf(await client.ask('GET', '/custom-rules/settings'), 200, shapes.customRuleSettings).enabled;
const turn = async (client: MainClient, enabled: boolean) =>
  dataOf(await client.ask('PATCH', '/custom-rules/settings', { enabled }), 200, shapes.customRuleSettings);
const quotaOf = async (client: MainClient) =>
  dataOf(await client.ask('GET', '/custom-rules/quota'), 200, shapes.customRuleQuota);
const importAll = async (client: MainClient, body: object) =>
  dataOf(await client.ask('POST', '/custom-rules/bulk-import', body), 201, shapes.customRuleImport);

const text = '星河牌毛巾三条装，云朵触感，冬日首选搭配，欢迎到店选购。';

describe('a word of the main site', () => {
  it('is of the general library, on, and only flags, unless it says otherwise', async () => {
    const { client } = await open();
    expect(await client.addWord({ keyword: '云朵' })).toMatchObject({
      keyword: '云朵',
      matchType: 'keyword',
      replacement: null,
      note: null,
      enabled: true,
      library: 'general',
    });
    const full = {
      keyword: '星河',
      matchType: 'phrase',
      replacement: '本店',
      note: '品牌名',
      enabled: false,
    };
    expect(await client.addWord({ ...full, library: 'touliu' })).toMatchObject({
      ...full,
      library: 'touliu',
    });
    expect((await client.words()).map(({ keyword }) => keyword)).toEqual(['星河', '云朵']);
  });

  it('is found in its product line, a general one in all, and never counts', async () => {
    const { client, accountId } = await open();
    for (const line of ['duanju', 'touliu']) {
      await world.operate('product-line', 'enable', '--account', accountId, '--line', line);
    }
    const words = { general: '云朵', creator: '星河', duanju: '冬日', touliu: '到店' } as const;
    for (const library of shapes.libraries) {
      await client.addWord({ keyword: words[library], library, replacement: `换${library}`, note: '注' });
    }
    const [creator, duanju, touliu] = await Promise.all(
      shapes.productVerticals.map((productVertical) => client.checked({ text, productVertical })),
    );
    expect([creator, duanju, touliu].map((check) => check && found(check))).toEqual([
      ...[
        ['星河', '云朵'],
        ['云朵', '冬日'],
        ['云朵', '到店'],
      ],
    ]);
    expect(creator).toMatchObject({ riskLevel: 'PASS', summary: { strict: 0, soft: 0, custom: 2 } });
    expect(creator?.customRisks[0]).toEqual({
      matchedText: '星河',
      startIndex: 0,
      endIndex: 2,
      replacement: '换creator',
      note: '注',
    });
  });

  it('may stand in several libraries, and in each once', async () => {
    const { client } = await open();
    await client.addWord({ keyword: 'Vmax 云朵', library: 'general' });
    await client.addWord({ keyword: 'vmax 云朵', library: 'duanju' });
    const again = await client.ask('POST', '/custom-rules', { keyword: ' VMAX 云朵 ', library: 'duanju' });
    expect([again.status, common.failure(400).parse(again.body).code]).toEqual([400, 'invalid_request']);
    const other = await client.addWord({ keyword: '冬日', library: 'duanju' });
    const same = await client.ask('PATCH', `/custom-rules/${other.id}`, { keyword: 'VMAX 云朵' });
    expect(same.status).toBe(400);
  });

  it('is changed, cleared by null, and deleted, but never moved to another library', async () => {
    const { client } = await open();
    const word = await client.addWord({
      keyword: '云朵',
      replacement: '柔软',
      note: '注',
      library: 'creator',
    });
    const change = (body: object) => client.ask('PATCH', `/custom-rules/${word.id}`, body);
    const changed = dataOf(await change({ keyword: '云端', replacement: null }), 200, shapes.customRule);
    expect(changed).toMatchObject({ keyword: '云端', replacement: null, note: '注', library: 'creator' });
    const moved = await change({ library: 'general' });
    expect(moved.status).toBe(400);
    expect(common.failure(400).parse(moved.body).error).toMatch(/^library cannot be changed/);
    const gone = await client.ask('DELETE', `/custom-rules/${word.id}`);
    expect(dataOf(gone, 200, shapes.customRuleDeleted)).toMatchObject({ id: word.id, deleted: true });
    expect((await client.ask('DELETE', `/custom-rules/${word.id}`)).status).toBe(404);
    expect((await change({ note: null })).status).toBe(404);
  });

  it('is imported with others into one library: duplicates are skipped, what is over the quota rejected', async () => {
    const { client } = await open('standard');
    await client.addWord({ keyword: '云朵', library: 'touliu' });
    const items = ['云朵', '星河', '星河', '冬日'].map((keyword) => ({
      keyword,
      replacement: '换',
      note: '注',
    }));
    expect(await importAll(client, { library: 'touliu', items })).toMatchObject({
      total: 4,
      imported: 2,
      skippedDuplicate: 2,
      rejectedQuota: 0,
    });
    const many = Array.from({ length: 200 }, (_, n) => ({ keyword: `词${n}` }));
    expect(await importAll(client, { items: many })).toMatchObject({
      total: 200,
      imported: 197,
      skippedDuplicate: 0,
      rejectedQuota: 3,
    });
    const libraries = (await client.words()).map(({ library }) => library);
    expect(new Set(libraries.slice(0, 197))).toEqual(new Set(['general']));
    expect(await quotaOf(client)).toMatchObject({ used: 200, limit: 200, isPaid: true });
    expect((await client.ask('POST', '/custom-rules', { keyword: '满了' })).status).toBe(400);
  });

  it.each([
    ['an unknown library', { keyword: '云朵', library: 'live' }, /library must be one of: general, creator,/],
    ['null for a library', { keyword: '云朵', library: null }, /library must be one of/],
    ['no keyword', { library: 'general' }, /keyword is required/],
    ['a long keyword', { keyword: '云'.repeat(101) }, /keyword must have 1 to 100/],
    ['a long replacement', { keyword: '云', replacement: '云'.repeat(101) }, /replacement .* 100/],
    ['a long note', { keyword: '云', note: '云'.repeat(201) }, /note .* 200/],
  ])('is 400 with a sentence: %s', async (_, body, error) => {
    const { client } = await open();
    const answer = await client.ask('POST', '/custom-rules', body);
    expect(answer.status).toBe(400);
    expect(common.failure(400).parse(answer.body).error).toMatch(error);
    expect(await client.words()).toEqual([]);
  });

  it('is not imported where any part of the import is wrong', async () => {
    const { client } = await open();
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ library: 'live', items: [{ keyword: '云朵' }] }, /^library must be one of: general, creator, /],
      [{ library: 'touliu' }, /^items is required$/],
      [{ items: [{ keyword: '云朵' }, { note: '注' }] }, /^items\[1\]\.keyword is required$/],
      [{ items: Array.from({ length: 2_001 }, (_, n) => ({ keyword: `词${n}` })) }, /2000 entries/],
    ];
    for (const [body, error] of wrong) {
      const answer = await client.ask('POST', '/custom-rules/bulk-import', body);
      expect(answer.status).toBe(400);
      expect(common.failure(400).parse(answer.body).error).toMatch(error);
    }
    expect(await client.words()).toEqual([]);
  });
});

describe('words on a free plan', () => {
  it('can be read and not written', async () => {
    const { client } = await open('free');
    expect(await quotaOf(client)).toMatchObject({ used: 0, limit: 0, isPaid: false });
    expect([await client.words(), await settingsOf(client)]).toEqual([[], true]);
    const id = 'rule_01h455vb4pex5vsknk084sn02q';
    const writes = await Promise.all([
      client.ask('POST', '/custom-rules', { keyword: '云朵' }),
      client.ask('POST', '/custom-rules/bulk-import', { items: [] }),
      client.ask('PATCH', `/custom-rules/${id}`, { note: null }),
      client.ask('DELETE', `/custom-rules/${id}`),
      client.ask('PATCH', '/custom-rules/settings', { enabled: false }),
    ]);
    expect(writes.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(writes.map(({ body }) => common.failure(403).parse(body).code)).toEqual(
      Array.from({ length: 5 }, () => 'plan_required'),
    );
  });
});

describe('the master switch of the main site', () => {
  it('is one for each tenant, and words apply where it and the account’s are on', async () => {
    const { client, tenant } = await open();
    const [first, second] = [tenant('first'), tenant('second')];
    for (const one of [client, first, second]) await one.addWord({ keyword: '云朵' });
    const matches = async () =>
      Promise.all([client, first, second].map(async (one) => found(await one.checked({ text })).length));
    expect(await matches()).toEqual([1, 1, 1]);
    await turn(first, false);
    expect(await Promise.all([client, first, second].map(settingsOf))).toEqual([true, false, true]);
    expect(await matches()).toEqual([1, 0, 1]);
    await turn(client, false);
    expect(await Promise.all([client, first, second].map(settingsOf))).toEqual([false, false, true]);
    expect(await matches()).toEqual([0, 0, 0]);
    await turn(client, true);
    expect(await matches()).toEqual([1, 0, 1]);
    await turn(first, true);
    expect(await matches()).toEqual([1, 1, 1]);
  });

  it('is 400 without a word for it', async () => {
    const { client } = await open();
    const answer = await client.ask('PATCH', '/custom-rules/settings', {});
    expect(common.failure(400).parse(answer.body).error).toMatch(/^enabled is required/);
  });
});

describe('word lists', () => {
  it('are each tenant’s own, and count together', async () => {
    const { client, tenant } = await open();
    const word = await client.addWord({ keyword: '云朵' });
    const shop = tenant('shop');
    await shop.addWord({ keyword: '云朵' });
    expect([(await client.words()).length, (await shop.words()).length]).toEqual([1, 1]);
    expect((await shop.ask('DELETE', `/custom-rules/${word.id}`)).status).toBe(404);
    expect((await quotaOf(shop)).used).toBe(2);
  });
});
