import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as shapes from '../src/main-shapes.ts';
import { type MainClient, mainClient, plainBody } from '../src/main-site.ts';
import * as common from '../src/shapes.ts';
import { dataOf } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

/** The text rows of document 3, but for product lines and words, which have files of their own. */
const claim = '我家的面膜是最好的护肤品，三天治好湿疹。';
const chant = '买它买它！这条毛巾吸水柔软，颜色有米白和浅灰。';
const unsaid = '蓝帽子钙片，两瓶立减三十。点击链接，今晚发货，快下单。';

let world: World;
let customer: Customer;
let client: MainClient;
beforeAll(async () => {
  world = await enter();
  customer = await world.createCustomer({ site: 'main' });
  client = mainClient(world, customer.key);
});
afterAll(() => world.leave());

describe('a text check of the main site', () => {
  it('finds an unlawful claim and says where, why, by which tier and how to mend it, in Chinese', async () => {
    const check = await client.checked({ text: claim, industryVertical: 'beauty' });
    expect(check).toMatchObject({
      riskLevel: 'REJECT',
      productVertical: 'creator',
      sceneMode: 'content',
      text: claim,
      autoFix: false,
      fixStatus: null,
      fixes: [],
      customRisks: [],
      semanticLabels: [],
    });
    expect(check.risks.length).toBeGreaterThan(1);
    for (const risk of check.risks) {
      expect(claim.slice(risk.startIndex, risk.endIndex)).toBe(risk.matchedText);
      expect(risk.legalRef).toMatch(/《.+》/);
    }
    expect(check.summary.strict + check.summary.soft).toBe(check.risks.length);
    expect(check.risks.map(({ tierLabel }) => tierLabel)).toContain('硬性违规');
  });

  it('lets plain copy pass', async () => {
    expect(await client.checked()).toMatchObject({
      ...plainBody,
      riskLevel: 'PASS',
      risks: [],
      summary: { strict: 0, soft: 0, custom: 0, semantic: 0 },
    });
  });

  it('is REVIEW where only a slight STRICT risk is found', async () => {
    const check = await client.checked({ text: unsaid, industryVertical: 'food' });
    expect(check.riskLevel).toBe('REVIEW');
    expect(check.risks.filter(({ tier }) => tier === 'STRICT').map(({ severity }) => severity)).toEqual([
      'low',
    ]);
  });

  it('is PASS whatever SOFT risks there are, which cost volume in an advertisement', async () => {
    const [content, ad] = await Promise.all([
      client.checked({ text: chant }),
      client.checked({ text: chant, sceneMode: 'ad' }),
    ]);
    const shown = ({ riskLevel, risks, summary }: shapes.MainTextCheck) => ({
      riskLevel,
      soft: summary.soft,
      risks: risks.map(({ tier, tierLabel, kind }) => [tier, tierLabel, kind]),
    });
    expect(shown(content)).toEqual({
      riskLevel: 'PASS',
      soft: 1,
      risks: [['SOFT', '限流风险', 'violation']],
    });
    expect(shown(ad)).toEqual({
      riskLevel: 'PASS',
      soft: 1,
      risks: [['SOFT', '跑量风险', 'scene-hint']],
    });
  });

  it.each(shapes.platforms)('is taken for the platform %s', async (platform) => {
    expect((await client.askCheck({ platform })).status).toBe(201);
  });

  it.each(shapes.industryVerticals)('is taken for the industry %s', async (industryVertical) => {
    expect((await client.askCheck({ industryVertical })).status).toBe(201);
  });

  it('takes 10 to 5,000 UTF-16 units', async () => {
    const texts = ['毛'.repeat(10), '毛'.repeat(5_000), '😀'.repeat(5)];
    const answers = await Promise.all(texts.map((text) => client.askCheck({ text })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('costs 2 credits, 1 on the plan enterprise, and counts in the month', async () => {
    for (const [plan, price] of [
      ['premium', 2],
      ['enterprise', 1],
    ] as const) {
      const buyer = mainClient(world, (await world.createCustomer({ site: 'main', plan, credits: 10 })).key);
      await buyer.submit();
      const { credits, usageThisMonth, subscription } = await buyer.account();
      expect([credits.total, usageThisMonth.textChecks, subscription]).toEqual([
        ...[10 - price, 1, { plan, isPaid: true }],
      ]);
    }
  });

  it('is 402 with what it takes and what there is when credits are short', async () => {
    const poor = mainClient(world, (await world.createCustomer({ site: 'main', credits: 1 })).key);
    const answer = await poor.askCheck();
    expect(common.failure(402).parse(answer.body)).toMatchObject({
      code: 'insufficient_credits',
      requiredCredits: 2,
      currentBalance: 1,
    });
    expect((await poor.list()).total).toBe(0);
  });
});

const oneOf = (field: string, values: readonly string[]) =>
  new RegExp(`^${field} must be one of: ${values.join(', ')}$`);
const invalid: readonly [name: string, change: Record<string, unknown>, error: RegExp][] = [
  ['no text', { text: undefined }, /^text is required$/],
  ['a number for text', { text: 1234567890 }, /^text must be a string$/],
  ['9 characters', { text: '毛'.repeat(9) }, /^text must have 10 to 5000 characters$/],
  ['5,001 characters', { text: '毛'.repeat(5_001) }, /^text must have 10 to 5000 characters$/],
  ['a NUL', { text: '纯棉毛巾三条装\0吸水柔软' }, /^text .*NUL/],
  ['a lone surrogate', { text: '纯棉毛巾三条装\ud800吸水柔软' }, /^text .*surrogate/],
  ['no platform', { platform: undefined }, /^platform is required; one of: shortvideo_a, /],
  ['a platform of another site', { platform: 'dtc_us' }, oneOf('platform', shapes.platforms)],
  ['no industry', { industryVertical: undefined }, /^industryVertical is required; one of: general, /],
  [
    'an industry of notices',
    { industryVertical: 'alcohol' },
    oneOf('industryVertical', shapes.industryVerticals),
  ],
  ['null for an industry', { industryVertical: null }, oneOf('industryVertical', shapes.industryVerticals)],
  ['an unknown product line', { productVertical: 'live' }, oneOf('productVertical', shapes.productVerticals)],
  ['null for a product line', { productVertical: null }, oneOf('productVertical', shapes.productVerticals)],
  ['an unknown scene', { sceneMode: 'story' }, oneOf('sceneMode', shapes.sceneModes)],
  ['a word for autoFix', { autoFix: 'yes' }, /^autoFix must be true or false$/],
];

describe('a body outside the contract of the main site', () => {
  it.each(invalid)('is 400 with a sentence that names the field: %s', async (_name, change, error) => {
    const answer = await client.askCheck(change);
    const failure = common.failure(400).parse(answer.body);
    expect([answer.status, failure.code]).toEqual([400, 'invalid_request']);
    expect(failure.error).toMatch(error);
  });

  it('costs nothing and leaves no record, and fields that nobody knows are ignored', async () => {
    const fresh = mainClient(world, (await world.createCustomer({ site: 'main', credits: 10 })).key);
    await fresh.askCheck({ text: '短' });
    expect([(await fresh.account()).credits.total, (await fresh.list()).total]).toEqual([10, 0]);
    expect((await fresh.askCheck({ vertical: 'pet', explainLocale: 'fr' })).status).toBe(201);
  });
});

describe('a check of the main site', () => {
  it('is shown to its own tenant alone, and by no other site', async () => {
    const id = await client.submit();
    const tenant = mainClient(world, customer.key, { 'x-end-tenant': 'shop-1' });
    const american = await world.createCustomer();
    expect((await tenant.ask('GET', `/text/checks/${id}`)).status).toBe(404);
    const elsewhere = await world.call({ key: american.key, path: `/v1/intl/us/text/checks/${id}` });
    expect(elsewhere.status).toBe(404);
    expect((await world.call({ key: american.key, path: '/v1/text/checks' })).status).toBe(401);
    expect((await world.call({ key: customer.key, path: '/v1/intl/us/text/checks' })).status).toBe(401);
    expect((await client.ask('GET', `/text/checks/${id}`)).status).toBe(200);
  });

  it('is deleted for good, once', async () => {
    const { id } = await client.checked();
    const gone = dataOf(await client.ask('DELETE', `/text/checks/${id}`), 200, shapes.deleted);
    expect(gone).toEqual({ id, object: 'text_check', deleted: true });
    for (const method of ['GET', 'DELETE']) {
      expect((await client.ask(method, `/text/checks/${id}`)).status).toBe(404);
    }
  });

  it('that is deleted while it is processed comes back with its credits', async () => {
    const fresh = mainClient(world, (await world.createCustomer({ site: 'main', credits: 100 })).key);
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => fresh.submit({ text: `${claim}${'毛'.repeat(4_000)}` })),
    );
    await Promise.all(ids.map((id) => fresh.ask('DELETE', `/text/checks/${id}`)));
    // Some were finished before they were deleted; every other one is refunded and not counted.
    await expect.poll(async () => (await fresh.account()).usageThisMonth.textChecks).toBeLessThan(20);
    const { credits, usageThisMonth } = await fresh.account();
    expect(credits.total + 2 * usageThisMonth.textChecks).toBe(100);
  });

  it.each(['nonsense', 'text_01h455vb4pex5vsknk084sn02q', 'rule_01h455vb4pex5vsknk084sn02q'])(
    'is 404 where there is none: %s',
    async (id) => {
      for (const method of ['GET', 'DELETE']) {
        expect((await client.ask(method, `/text/checks/${id}`)).status).toBe(404);
      }
    },
  );

  it('is submitted once with an Idempotency-Key, whatever is sent again', async () => {
    const named = mainClient(world, customer.key, { 'idempotency-key': `once-${Date.now()}` });
    const [one, two] = [await named.submit(), await named.submit()];
    expect(two).toBe(one);
    expect((await named.askCheck({ sceneMode: 'ad' })).body).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });
});
