import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../src/exchange.ts';
import * as shapes from '../src/shapes.ts';
import { accountOf, checksPath, dataOf, finished, getCheck, goodBody, post } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

let world: World;

beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const json = { 'content-type': 'application/json' };
const good = JSON.stringify(goodBody);
/** The good body as text with one more field. */
const withField = (field: string) => `${good.slice(0, -1)},${field}}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const errorOf = (answer: Answer) => shapes.failure(answer.status).parse(answer.body).error;
const spentBy = async ({ key }: Customer) => 1_000 - (await accountOf(world, key)).credits.total;

/** A body of the contract, kept as it was sent. */
const taken: [name: string, body: unknown, text: string][] = [
  ['10 characters', { ...goodBody, text: '0123456789' }, '0123456789'],
  ['5,000 characters', { ...goodBody, text: 'ab '.repeat(1_666).padEnd(5_000, 'c') }, ''],
  ['5 emoji, which are 10 UTF-16 units', { ...goodBody, text: '😀'.repeat(5) }, '😀'.repeat(5)],
  ['2,500 emoji, which are 5,000', { ...goodBody, text: '😀'.repeat(2_500) }, '😀'.repeat(2_500)],
  ['10 blanks', { ...goodBody, text: ' '.repeat(10) }, ' '.repeat(10)],
  ['line ends and tabs', { ...goodBody, text: 'a\r\nb\tc\u2028d\u0085 end' }, 'a\r\nb\tc\u2028d\u0085 end'],
  ['a decomposed accent', { ...goodBody, text: 'cafe\u0301 au lait' }, 'cafe\u0301 au lait'],
  [
    'an escaped pair of surrogates',
    good.replace('Soft', '\\ud83d\\ude00'),
    '😀 cotton socks, six pairs, in grey.',
  ],
  ['noncharacters', { ...goodBody, text: 'ten or more \uffff\ufdd0' }, 'ten or more \uffff\ufdd0'],
  ['an unknown field', { ...goodBody, colour: 'red', id: 'text_x', status: 'completed' }, goodBody.text],
  ['an unknown field 20,000 deep', withField(`"x":${nested(20_000)}`), goodBody.text],
  ['a field named __proto__', withField('"__proto__":{"text":1}'), goodBody.text],
  ['a NUL in an unknown field', withField('"x":"\\u0000"'), goodBody.text],
];

describe('a body within the contract', () => {
  it.each(taken)('is taken and its text kept unit for unit: %s', async (_name, body, text) => {
    const { key } = await world.createCustomer();
    const { id } = dataOf(await post(world, key, body, json), 201, shapes.accepted);
    const submitted = text || (body as { text: string }).text;
    expect((await getCheck(world, key, id)).text).toBe(submitted);
    expect((await finished(world, key, id)).status).toBe('completed');
  });

  it('may name any platform and any vertical, which the record repeats', async () => {
    const { key } = await world.createCustomer();
    const pairs = [
      ...shapes.platforms.map((platform) => ({ platform, vertical: 'general' as const })),
      ...shapes.verticals.map((vertical) => ({ platform: 'dtc_us' as const, vertical })),
    ];
    await Promise.all(
      pairs.map(async (pair) => {
        const answer = await post(world, key, { ...goodBody, ...pair });
        const { id } = dataOf(answer, 201, shapes.accepted);
        expect(await finished(world, key, id)).toMatchObject({ ...pair, status: 'completed' });
      }),
    );
  });

  it.each([
    ['a charset', { 'content-type': 'Application/JSON; charset=UTF-8' }],
    ['identity as encoding', { ...json, 'content-encoding': 'identity' }],
    ['no length, in chunks', { ...json, 'transfer-encoding': 'chunked' }],
  ])('may come with %s', async (_name, headers) => {
    const { key } = await world.createCustomer();
    expect((await post(world, key, good, headers)).status).toBe(201);
  });
});

type Refused = [name: string, body: unknown, error: RegExp];

const { text: _text, ...withoutText } = goodBody;
const { platform: _platform, ...withoutPlatform } = goodBody;
const { vertical: _vertical, ...withoutVertical } = goodBody;
const length = /^text must have 10 to 5000 characters$/;
const platform =
  /^platform .*one of: shortvideo_us, marketplace_us, dtc_us, social_ads, search_ads, shortvideo_ads$/;
const vertical =
  /^vertical .*one of: general, beauty, health, supplement, weight_loss, baby, apparel, jewelry, home, pet$/;
const explainLocale = /^explainLocale .*one of: zh-CN, en-US$/;

const invalid: Refused[] = [
  ['9 characters', { ...goodBody, text: '123456789' }, length],
  ['4 emoji and a letter, which are 9 units', { ...goodBody, text: `${'😀'.repeat(4)}x` }, length],
  ['5,001 characters', { ...goodBody, text: 'x'.repeat(5_001) }, length],
  ['2,500 emoji and a letter, which are 5,001', { ...goodBody, text: `${'😀'.repeat(2_500)}x` }, length],
  ['an empty text', { ...goodBody, text: '' }, length],
  ['no text', withoutText, /^text is required$/],
  ['null for text', { ...goodBody, text: null }, /^text must be a string$/],
  ['a number for text', { ...goodBody, text: 1_234_567_890 }, /^text must be a string$/],
  ['a list for text', { ...goodBody, text: ['0123456789'] }, /^text must be a string$/],
  ['an object for text', { ...goodBody, text: { toString: '0123456789' } }, /^text must be a string$/],
  ['a NUL in text', { ...goodBody, text: 'ten chars \0 and more' }, /^text .*NUL/],
  ['a lone high surrogate', good.replace('Soft', '\\ud800'), /^text .*surrogate/],
  ['a lone low surrogate', good.replace('Soft', '\\udc00'), /^text .*surrogate/],
  ['surrogates in the wrong order', good.replace('Soft', '\\udc00\\ud800'), /^text .*surrogate/],
  ['no platform', withoutPlatform, platform],
  ['a platform of another site', { ...goodBody, platform: 'shortvideo_id' }, platform],
  ['a platform in capitals', { ...goodBody, platform: 'DTC_US' }, platform],
  ['null for platform', { ...goodBody, platform: null }, platform],
  ['a list for platform', { ...goodBody, platform: ['dtc_us'] }, platform],
  ['a lone surrogate for platform', good.replace('dtc_us', '\\ud800'), platform],
  ['no vertical', withoutVertical, vertical],
  ['an unknown vertical', { ...goodBody, vertical: 'cars' }, vertical],
  ['an inherited name for vertical', { ...goodBody, vertical: 'constructor' }, vertical],
  ['a number for vertical', { ...goodBody, vertical: 0 }, vertical],
  ['a language of another site', { ...goodBody, explainLocale: 'id-ID' }, explainLocale],
  ['a language in small letters', { ...goodBody, explainLocale: 'en-us' }, explainLocale],
  ['an empty language', { ...goodBody, explainLocale: '' }, explainLocale],
  ['null for a language', { ...goodBody, explainLocale: null }, explainLocale],
  ['an empty object', {}, /text is required.*platform .*vertical /],
  ['fields in a __proto__ only', `{"__proto__":${good}}`, /text is required/],
  ['null', 'null', /body/],
  ['an array', '[]', /body/],
  ['a string', '"0123456789"', /body/],
  ['a number', '1', /body/],
  ['nothing', '', /body/],
  ['blanks', '   ', /JSON/],
  ['half an object', '{"text":', /JSON/],
  ['two objects', `${good}${good}`, /JSON/],
  ['single quotes', good.replaceAll('"', "'"), /JSON/],
  ['a bare NUL', good.replace('Soft', '\0'), /JSON/],
  ['a bare line end in a string', good.replace('Soft', '\n'), /JSON/],
  ['100,000 brackets', '['.repeat(100_000), /JSON/],
  ['an array nested 100,000 deep', nested(100_000), /body/],
  ['bytes that are no UTF-8', Buffer.concat([Buffer.from(good), Buffer.from([0xff])]), /UTF-8/],
  ['a surrogate in raw UTF-8', Buffer.from(good.replace('Soft', '\x00'), 'latin1'), /JSON/],
  [
    'three bytes that would be a lone surrogate',
    Buffer.from(good.replace('Soft', '\xed\xa0\x80'), 'latin1'),
    /UTF-8/,
  ],
  ['an overlong NUL', Buffer.from(good.replace('Soft', '\xc0\x80'), 'latin1'), /UTF-8/],
  ['UTF-16', Buffer.from(good, 'utf16le'), /UTF-8|JSON/],
];

const wrongType = 'unsupported_media_type';
const refusedByType: [name: string, headers: Record<string, string>, code: string][] = [
  ['plain text', { 'content-type': 'text/plain' }, wrongType],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, wrongType],
  ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, wrongType],
  ['XML', { 'content-type': 'application/xml' }, wrongType],
  ['a JSON dialect', { 'content-type': 'application/merge-patch+json' }, wrongType],
  ['no type', {}, wrongType],
  ['a type that is none', { 'content-type': ';;;' }, wrongType],
  ['a compressed body', { ...json, 'content-encoding': 'gzip' }, wrongType],
];

describe('a body outside the contract', () => {
  it('is 400 with a sentence that names the field and what is accepted, and costs nothing', async () => {
    const customer = await world.createCustomer();
    const second = await world.createKey(customer);
    const wrong = await Promise.all(
      invalid.map(async ([name, body, error], index) => {
        const answer = await post(world, (index % 2 ? customer : second).key, body, json);
        const fits = answer.status === 400 && error.test(errorOf(answer));
        return fits ? [] : [{ name, status: answer.status, text: answer.text.slice(0, 300) }];
      }),
    );
    expect(wrong.flat()).toEqual([]);
    expect(await spentBy(customer)).toBe(0);
  });

  it.each(refusedByType)('is 415: %s', async (_name, headers, code) => {
    const customer = await world.createCustomer();
    const answer = await post(world, customer.key, good, headers);
    expect([answer.status, shapes.failure(415).parse(answer.body).code]).toEqual([415, code]);
    expect(await spentBy(customer)).toBe(0);
  });

  it('is 413 when it is larger than any body of the contract, with a length and without', async () => {
    const { key } = await world.createCustomer();
    const huge = withField(`"x":"${'x'.repeat(2_000_000)}"`);
    for (const headers of [json, { ...json, 'transfer-encoding': 'chunked' }]) {
      expect((await post(world, key, huge, headers)).status).toBe(413);
    }
    expect((await post(world, key, good, json)).status).toBe(201);
  });

  it('leaves no record behind', async () => {
    const { key } = await world.createCustomer();
    await post(world, key, { ...goodBody, text: 'short' });
    const list = await world.call({ key, path: checksPath });
    expect(dataOf(list, 200, shapes.textList).total).toBe(0);
  });
});
