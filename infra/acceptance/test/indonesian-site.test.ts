import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as shapes from '../src/shapes.ts';
import { dataOf } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

/** The text rows of document 2; what it shares with document 1 is tried on the US site. */
const site = '/v1/intl/id';
const platforms = ['shortvideo_id', 'marketplace_a_id', 'marketplace_b'] as const;
const verticals = ['general', 'beauty', 'health', 'food', 'fashion'] as const;
const record = shapes.textCheck.extend({ platform: z.enum(platforms), vertical: z.enum(verticals) });
const item = shapes.textList.shape.data.element.extend({
  platform: z.enum(platforms),
  vertical: z.enum(verticals).nullable(),
});
const list = shapes.textList.extend({ data: z.array(item) });

const claim = 'Kapsul herbal ini menyembuhkan diabetes dalam 3 hari, dijamin pasti sembuh!';
const body = { text: claim, platform: 'marketplace_a_id', vertical: 'health' };

let world: World;
let customer: Customer;
beforeAll(async () => {
  world = await enter();
  customer = await world.createCustomer({ site: 'id', plan: 'flagship', credits: 0 });
  await world.grant(customer, 1_000, '--site', 'id');
});
afterAll(() => world.leave());

const send = (change: Record<string, unknown> = {}, path = '/text/checks') =>
  world.call({ key: customer.key, method: 'POST', path: `${site}${path}`, body: { ...body, ...change } });
const get = (path: string) => world.call({ key: customer.key, path: `${site}${path}` });

async function checked(change: Record<string, unknown> = {}) {
  const { id } = dataOf(await send(change), 201, shapes.accepted);
  let check = dataOf(await get(`/text/checks/${id}`), 200, record);
  await expect
    .poll(
      async () => {
        check = dataOf(await get(`/text/checks/${id}`), 200, record);
        return check.status;
      },
      { timeout: 15_000 },
    )
    .toBe('completed');
  return check;
}

describe('a text check of the Indonesian site', () => {
  it('finds an unlawful claim and says where, why and how to mend it, in Chinese unless asked otherwise', async () => {
    const [chinese, indonesian] = await Promise.all([checked(), checked({ explainLocale: 'id-ID' })]);
    expect(chinese.riskLevel).toBe('high');
    expect(chinese.risks.length).toBeGreaterThan(0);
    for (const risk of [...chinese.risks, ...indonesian.risks]) {
      expect(claim.slice(risk.startIndex, risk.endIndex)).toBe(risk.matchedText);
    }
    expect(chinese.risks.map(({ legalRef }) => legalRef)).toEqual(
      indonesian.risks.map(({ legalRef }) => legalRef),
    );
    expect(chinese.risks[0]?.category).toMatch(/[\u4e00-\u9fff]/);
    expect(indonesian.risks[0]?.suggestion).not.toMatch(/[\u4e00-\u9fff]/);
    expect(indonesian.risks[0]?.legalRef).toMatch(/UU|Peraturan|PP /);
  });

  it('lets a plain listing pass', async () => {
    const text = 'Kaos katun lengan pendek, tersedia ukuran S sampai XL, dikirim dari Bandung.';
    expect(await checked({ text, vertical: 'fashion' })).toMatchObject({ riskLevel: 'safe', risks: [] });
  });

  it.each(platforms)('is taken for the platform %s', async (platform) => {
    expect((await send({ platform })).status).toBe(201);
  });

  it.each([
    ['platform', 'dtc_us'],
    ['platform', undefined],
    ['vertical', 'pet'],
    ['vertical', null],
    ['explainLocale', 'en-US'],
    ['text', 'pendek'],
    ['text', 'a'.repeat(5_001)],
  ])('is refused with a sentence that names %s where that is %s', async (field, value) => {
    const answer = await send({ [field]: value });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'invalid_request' });
    expect(JSON.stringify(answer.body)).toContain(field);
  });

  it('is listed, shown and deleted on its own site alone', async () => {
    const { id } = await checked();
    const listed = dataOf(await get('/text/checks?pageSize=50'), 200, list);
    expect(listed.data.map((one) => one.id)).toContain(id);
    const american = await world.createCustomer();
    const elsewhere = await world.call({ key: american.key, path: `/v1/intl/us/text/checks/${id}` });
    expect(elsewhere.status).toBe(404);
    const removal = { key: customer.key, method: 'DELETE', path: `${site}/text/checks/${id}` } as const;
    expect(dataOf(await world.call(removal), 200, shapes.deleted)).toMatchObject({ id });
    expect((await get(`/text/checks/${id}`)).status).toBe(404);
  });
});

describe('the account and the words of the Indonesian site', () => {
  it('are those of its own subscription and credits', async () => {
    const account = dataOf(await get('/account'), 200, shapes.account.extend({ country: z.literal('id') }));
    expect(account.subscription).toMatchObject({ plan: 'flagship', isPaid: true });
    expect(account.credits.total).toBeLessThan(1_000);
  });

  it('find a word of the copy’s language, and never a Chinese one', async () => {
    const add = (keyword: string) => send({ keyword, replacement: 'ganti' }, '/custom-rules');
    expect((await add('serbaguna')).status).toBe(201);
    expect((await add('多功能')).status).toBe(201);
    const check = await checked({
      text: 'Tas serbaguna 多功能 untuk sekolah dan kerja.',
      vertical: 'fashion',
    });
    expect(check.customRisks).toMatchObject([{ matchedText: 'serbaguna', replacement: 'ganti' }]);
    expect(check.summary.custom).toBe(1);
    expect(check.riskLevel).toBe('safe');
  });
});
