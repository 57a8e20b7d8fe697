import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as shapes from '../src/main-shapes.ts';
import { type MainClient, mainClient } from '../src/main-site.ts';
import { dataOf } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

/** The rows of document 3 on qualification notices. */
const mechanismOf = {
  occult: 'prohibited',
  'drug-health': 'report-white',
  franchise: 'report-white',
  alcohol: 'report-white',
  beauty: 'qualification',
  finance: 'qualification',
  health: 'qualification',
  'medical-beauty': 'qualification',
  legal: 'qualification',
  education: 'qualification',
  recruit: 'qualification',
  realestate: 'qualification',
  auto: 'qualification',
};
const silent = ['general', 'other', 'ecommerce', 'slimming'];

let world: World;
let customer: Customer;
let client: MainClient;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const hitsFor = async (body: object, asking = client) =>
  dataOf(await asking.ask('POST', '/qualifications/notice', body), 201, shapes.notices).hits;
const keysOf = async (asking = client) =>
  dataOf(await asking.ask('GET', '/qualifications/dismissals'), 200, shapes.dismissals).keys;
const dismiss = async (dismissKey: string, asking = client) =>
  dataOf(await asking.ask('POST', '/qualifications/dismissals', { dismissKey }), 201, shapes.done);
const restore = async (key: string, asking = client) =>
  dataOf(
    await asking.ask('DELETE', `/qualifications/dismissals?key=${encodeURIComponent(key)}`),
    200,
    shapes.done,
  );
const fresh = async () => {
  customer = await world.createCustomer({ site: 'main' });
  client = mainClient(world, customer.key);
};

describe('a notice', () => {
  beforeAll(fresh);

  it.each(Object.entries(mechanismOf))(
    'of %s is called for by declaration alone, on every line',
    async (industry, mechanism) => {
      for (const productVertical of ['creator', 'duanju', 'touliu']) {
        const hits = await hitsFor({ productVertical, industry });
        expect(hits.filter((hit) => hit.industry === industry)).toMatchObject([
          { mechanism, matchedBy: 'vertical' },
        ]);
        expect(hits.some((hit) => hit.mechanism === 'filing')).toBe(productVertical === 'duanju');
        for (const hit of hits) {
          expect(hit.dismissKey).toBe(`${hit.mechanism}:${hit.industryLabel}`);
          expect(hit.dismissable).toBe(hit.mechanism !== 'prohibited');
        }
      }
    },
  );

  it('is not called for by industries that need none', async () => {
    for (const industry of silent)
      expect(await hitsFor({ productVertical: 'touliu', industry, text: '' })).toEqual([]);
    expect(await hitsFor({ productVertical: 'creator' })).toEqual([]);
  });

  it('of a short drama is its filing, with no industry, on any platform or none', async () => {
    for (const platform of [undefined, 'shortdrama_platform', 'shortvideo_b', 'a platform nobody knows']) {
      const hits = await hitsFor({ productVertical: 'duanju', ...(platform && { platform }) });
      expect(hits).toMatchObject([{ mechanism: 'filing', matchedBy: 'productVertical', industry: null }]);
    }
  });

  it('is found by what the text offers, in the order of mechanisms', async () => {
    const text = [
      '塔罗占卜一次六十六元，扫码预约。',
      '自家酒庄红酒六支整箱，今晚包邮。',
      '律师团队在线，首次法律咨询免费。',
    ].join('\n');
    const hits = await hitsFor({ productVertical: 'duanju', industry: 'general', text });
    expect(hits.map(({ mechanism, industry, matchedBy }) => [mechanism, industry, matchedBy])).toEqual([
      ['prohibited', 'occult', 'keyword'],
      ['filing', null, 'productVertical'],
      ['report-white', 'alcohol', 'keyword'],
      ['qualification', 'legal', 'keyword'],
    ]);
  });

  it('is one for an industry that is both declared and named, by declaration', async () => {
    const hits = await hitsFor({
      productVertical: 'touliu',
      industry: 'alcohol',
      text: '白酒整箱现货，下单包邮。',
    });
    expect(hits).toMatchObject([{ industry: 'alcohol', matchedBy: 'vertical' }]);
  });

  it.each([
    '本店不提供法律咨询，也不认识律师。',
    '保险箱到货了，三款颜色，包邮到家。',
    '小说里的算命先生，第三章就露馅了。',
    '警惕加盟骗局，交钱之前先查备案。',
  ])('is not called for by %s', async (text) => {
    expect(await hitsFor({ productVertical: 'creator', text })).toEqual([]);
  });

  it('costs nothing and takes texts of up to 20,000 characters', async () => {
    const before = await client.ask('GET', '/account');
    await hitsFor({ productVertical: 'creator', text: '今天的云像一群羊。'.repeat(2_222) });
    expect((await client.ask('GET', '/account')).body).toEqual(before.body);
  });
});

describe('wrong input', () => {
  beforeAll(fresh);

  it.each([
    [{}, 'productVertical'],
    [{ productVertical: 'video' }, 'productVertical'],
    [{ productVertical: 'creator', industry: 'food' }, 'industry'],
    [{ productVertical: 'creator', industry: '' }, 'industry'],
    [{ productVertical: 'creator', platform: 7 }, 'platform'],
    [{ productVertical: 'creator', text: 'x'.repeat(20_001) }, 'text'],
    [{ productVertical: 'creator', text: ['x'] }, 'text'],
    [[], 'must be a JSON object'],
  ])('in a question: %j is 400 and names %s', async (body, named) => {
    const answer = await client.ask('POST', '/qualifications/notice', body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(named);
  });

  it('around dismissals is 400', async () => {
    for (const body of [{}, { dismissKey: '' }, { dismissKey: 'x'.repeat(201) }, { dismissKey: null }]) {
      expect((await client.ask('POST', '/qualifications/dismissals', body)).status).toBe(400);
    }
    const missing = await client.ask('DELETE', '/qualifications/dismissals');
    expect([missing.status, missing.text.includes('key is required')]).toEqual([400, true]);
    expect((await client.ask('PATCH', '/qualifications/dismissals', {})).status).toBe(405);
  });
});

describe('a dismissal', () => {
  beforeAll(fresh);

  it('marks the notice in its tenant scope alone, is idempotent, and can be taken back', async () => {
    const shop = mainClient(world, customer.key, { 'x-end-tenant': 'shop-1' });
    const [hit] = await hitsFor({ productVertical: 'creator', industry: 'auto' }, shop);
    const key = hit?.dismissKey ?? '';
    await dismiss(key, shop);
    await dismiss(key, shop);
    expect(await keysOf(shop)).toEqual([key]);
    expect(await hitsFor({ productVertical: 'creator', industry: 'auto' }, shop)).toMatchObject([
      { dismissed: true },
    ]);
    expect(await keysOf()).toEqual([]);
    expect(await hitsFor({ productVertical: 'creator', industry: 'auto' })).toMatchObject([
      { dismissed: false },
    ]);
    await restore(key, shop);
    await restore(key, shop);
    expect(await keysOf(shop)).toEqual([]);
  });

  it('of what cannot be dismissed, or is nothing, is answered ok and stores nothing', async () => {
    const [hit] = await hitsFor({ productVertical: 'creator', industry: 'occult' });
    await dismiss(hit?.dismissKey ?? '');
    await dismiss('qualification:没有这个行业');
    expect(await keysOf()).toEqual([]);
    expect(await hitsFor({ productVertical: 'creator', industry: 'occult' })).toMatchObject([
      { dismissable: false, dismissed: false },
    ]);
  });
});
