import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MainClient, mainClient, plainBody } from '../src/main-site.ts';
import * as common from '../src/shapes.ts';
import { enter, type World } from '../src/world.ts';

let world: World;
let client: MainClient;
/** Ids by what was submitted, oldest first. */
const ids: Record<'towel' | 'drama' | 'ad' | 'phone', string> = { towel: '', drama: '', ad: '', phone: '' };
beforeAll(async () => {
  world = await enter();
  const { key } = await world.createCustomer({ site: 'main' });
  client = mainClient(world, key);
  ids.towel = await client.submit();
  ids.drama = await client.submit({ productVertical: 'duanju', platform: 'shortdrama_platform' });
  ids.ad = await client.submit({ productVertical: 'touliu', platform: 'messaging_video' });
  ids.phone = await client.submit({
    text: 'iPhone 手机壳，软胶材质，多色可选，100%_满意请留言。',
    platform: 'messaging_video',
  });
});
afterAll(() => world.leave());

const idsOf = async (query: string) => (await client.list(query)).data.map(({ id }) => id);

describe('the list of the main site', () => {
  it('has every check, newest first, with a preview and the count of its risks', async () => {
    const list = await client.list();
    expect(list).toMatchObject({ page: 1, pageSize: 20, total: 4, hasMore: false });
    expect(list.data.map(({ id }) => id)).toEqual([ids.phone, ids.ad, ids.drama, ids.towel]);
    expect(list.data.at(-1)).toMatchObject({ preview: plainBody.text, platform: 'shortvideo_a' });
  });

  it('goes by pages, also where it is narrowed', async () => {
    expect(await client.list('?pageSize=3')).toMatchObject({ total: 4, hasMore: true });
    expect(await idsOf('?pageSize=3&page=2')).toEqual([ids.towel]);
    const page = await client.list('?platform=messaging_video&pageSize=1&page=2');
    expect(page).toMatchObject({ page: 2, pageSize: 1, total: 2, hasMore: false });
    expect(page.data.map(({ id }) => id)).toEqual([ids.ad]);
    expect(await client.list('?platform=messaging_video&page=9')).toMatchObject({ total: 2, data: [] });
    const searched = await client.list(`?keyword=${encodeURIComponent('纯棉')}&pageSize=2&page=2`);
    expect(searched).toMatchObject({ total: 3, hasMore: false });
    expect(searched.data.map(({ id }) => id)).toEqual([ids.towel]);
  });

  it('counts the risks of a check without regard to their tier', async () => {
    const check = await client.checked({ text: '买它买它！我家的面膜是最好的护肤品，三天治好湿疹。' });
    const { data } = await client.list('?pageSize=1');
    expect(data[0]).toMatchObject({ id: check.id, riskLevel: 'REJECT', riskCount: check.risks.length });
    expect(new Set(check.risks.map(({ tier }) => tier))).toEqual(new Set(['STRICT', 'SOFT']));
    await client.ask('DELETE', `/text/checks/${check.id}`);
  });

  it.each([
    ['a product line', 'productVertical=duanju', ['drama']],
    ['a platform', 'platform=messaging_video', ['phone', 'ad']],
    ['both', 'productVertical=touliu&platform=messaging_video', ['ad']],
    ['two that never meet', 'productVertical=duanju&platform=messaging_video', []],
    ['a word', `keyword=${encodeURIComponent('软胶')}`, ['phone']],
    ['a word in other case', 'keyword=IPHONE', ['phone']],
    ['characters that mean something to SQL', `keyword=${encodeURIComponent('100%_')}`, ['phone']],
    ['a word that is nowhere', `keyword=${encodeURIComponent('%')}${encodeURIComponent('毛巾')}`, []],
    ['a word and a product line', `keyword=${encodeURIComponent('毛巾')}&productVertical=touliu`, ['ad']],
    ['nothing by an empty word', 'keyword=', ['phone', 'ad', 'drama', 'towel']],
  ] as const)('is narrowed to %s', async (_, query, expected) => {
    const list = await client.list(`?${query}`);
    const names = list.data.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0]);
    expect([names, list.total]).toEqual([expected, expected.length]);
  });

  it('has exact totals after a check was deleted', async () => {
    const id = await client.submit({ platform: 'shortvideo_b' });
    expect((await client.list('?platform=shortvideo_b')).total).toBe(1);
    await client.ask('DELETE', `/text/checks/${id}`);
    expect(await client.list('?platform=shortvideo_b')).toMatchObject({ total: 0, data: [] });
  });

  it.each([
    ['productVertical=live', /productVertical must be one of: creator, duanju, touliu/],
    ['platform=dtc_us', /platform must be one of: shortvideo_a/],
    ['platform=shortvideo_a&platform=shortvideo_b', /platform must be one of/],
    ['keyword=a&keyword=b', /keyword must be a string/],
    [`keyword=${'x'.repeat(101)}`, /keyword must have at most 100 characters/],
    ['keyword=%00', /keyword .*NUL/],
    ['page=0', /page must be a whole number/],
    ['pageSize=51', /pageSize must be a whole number from 1 to 50/],
  ] as const)('is 400 for %s', async (query, error) => {
    const answer = await client.ask('GET', `/text/checks?${query}`);
    expect(answer.status).toBe(400);
    expect(common.failure(400).parse(answer.body).error).toMatch(error);
  });
});
