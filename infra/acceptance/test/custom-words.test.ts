import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WordList, wordList } from '../src/custom-rules.ts';
import type { TextCheck } from '../src/shapes.ts';
import { checked, goodBody } from '../src/text-checks.ts';
import { enter, type World } from '../src/world.ts';

let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

async function open() {
  const customer = await world.createCustomer({ plan: 'enterprise' });
  return { ...customer, words: wordList(world, customer.key) };
}
const found = ({ customRisks }: TextCheck) => customRisks.map(({ matchedText }) => matchedText);
const text = 'Soft cotton socks from SockCo: the best socks of the year, six pairs.';

/** Adds a word and gives what a check that is submitted right after finds. */
async function foundWith(words: WordList, key: string, rule: object, inText: string) {
  await words.add(Object(rule));
  return checked(world, key, { text: inText });
}

describe('a match of a custom word', () => {
  it('says where it stands, what could replace it and the note, and is no risk', async () => {
    const { key, words } = await open();
    await words.importAll([
      { keyword: 'sockco', replacement: 'our brand', note: 'names nobody' },
      { keyword: 'best socks' },
    ]);
    const check = await checked(world, key, { text });
    expect(check.customRisks).toEqual([
      { matchedText: 'SockCo', startIndex: 23, endIndex: 29, replacement: 'our brand', note: 'names nobody' },
      { matchedText: 'best socks', startIndex: 35, endIndex: 45, replacement: null, note: null },
    ]);
    for (const { matchedText, startIndex, endIndex } of check.customRisks) {
      expect(check.text.slice(startIndex, endIndex)).toBe(matchedText);
    }
    expect(check.summary.custom).toBe(2);
    expect(check.risks.filter(({ source }) => source === 'custom')).toEqual([]);
  });

  it('never counts toward the risk level', async () => {
    const { key, words } = await open();
    const before = await checked(world, key);
    const after = await foundWith(words, key, { keyword: 'cotton' }, goodBody.text);
    expect(before.riskLevel).toBe('safe');
    expect(after).toMatchObject({
      riskLevel: 'safe',
      risks: before.risks,
      summary: { ...before.summary, custom: 1 },
    });
  });

  it('is found by the check that is submitted right after its word was added, or changed', async () => {
    const { key, words } = await open();
    const { id } = await words.add('cotton');
    expect(found(await checked(world, key, { text }))).toEqual(['cotton']);
    await words.change(id, { enabled: false });
    expect(found(await checked(world, key, { text }))).toEqual([]);
    await words.change(id, { enabled: true, keyword: 'six pairs', replacement: 'x' });
    expect((await checked(world, key, { text })).customRisks).toMatchObject([
      { matchedText: 'six pairs', replacement: 'x' },
    ]);
    await words.remove(id);
    expect(found(await checked(world, key, { text }))).toEqual([]);
  });

  it('stays in a check that is finished, whatever becomes of the word', async () => {
    const { key, words } = await open();
    const { id } = await foundWith(words, key, { keyword: 'cotton' }, text);
    const [rule] = await words.list();
    await words.remove(rule?.id ?? '');
    const again = await world.call({ key, path: `/v1/intl/us/text/checks/${id}` });
    expect(again.text).toContain('"matchedText":"cotton"');
  });
});

describe('the match type', () => {
  it('keyword stands inside words, phrase at their boundaries', async () => {
    const { key, words } = await open();
    await words.add({ keyword: 'free', matchType: 'phrase' });
    await words.add({ keyword: 'sock' });
    const check = await checked(world, key, { text: 'Freedom socks, free of charge, BPA-free, unfreed.' });
    expect(found(check)).toEqual(['sock', 'free', 'free']);
    expect(check.customRisks.map(({ startIndex }) => startIndex)).toEqual([8, 15, 35]);
  });

  it('phrase needs no boundary in scripts without spaces', async () => {
    const { key, words } = await open();
    const rule = { keyword: '第一', matchType: 'phrase' };
    expect(found(await foundWith(words, key, rule, 'The label says 全国第一品牌 in Chinese.'))).toEqual([
      '第一',
    ]);
  });
});

describe('words are found after normalisation', () => {
  it.each([
    ['case', 'MIRACLE'],
    ['full width', 'ｍｉｒａｃｌｅ'],
    ['zero-width characters', 'mir\u200bac\u00adle'],
    ['look-alikes', 'mіrасlе'],
    ['leetspeak', 'm1racle'],
    ['spaces between letters', 'm i r a c l e'],
    ['punctuation between letters', 'm.i.r.a.c.l.e'],
    ['emoji between letters', 'm🔥i🔥r🔥a🔥c🔥l🔥e'],
  ])('%s, at the place of the original', async (_name, written) => {
    const { key, words } = await open();
    const rule = { keyword: 'miracle', matchType: 'phrase' };
    const check = await foundWith(words, key, rule, `Our socks are a ${written} of softness.`);
    expect(check.customRisks).toMatchObject([
      { matchedText: written, startIndex: 16, endIndex: 16 + written.length },
    ]);
  });
});

describe('words apply', () => {
  it('only while the master switch is on; they are kept meanwhile', async () => {
    const { key, words } = await open();
    await words.importAll(['cotton', 'socks']);
    await words.turn(false);
    expect(found(await checked(world, key, { text }))).toEqual([]);
    const { id } = await words.add('pairs');
    await words.change(id, { enabled: true });
    expect(found(await checked(world, key, { text }))).toEqual([]);
    expect((await words.keywords()).length).toBe(3);
    await words.turn(true);
    expect(found(await checked(world, key, { text }))).toEqual(['cotton', 'socks', 'socks', 'pairs']);
  });

  it('in the scope they belong to, for every key of the account', async () => {
    const { key, words, ...customer } = await open();
    const shop = { 'x-end-tenant': 'shop-1' };
    await words.add('cotton');
    await wordList(world, key, shop).add('socks');
    const other = await world.createKey(customer);
    expect(found(await checked(world, other.key, { text }))).toEqual(['cotton']);
    expect(found(await checked(world, other.key, { text }, shop))).toEqual(['socks', 'socks']);
    expect(found(await checked(world, key, { text }, { 'x-end-tenant': 'shop-2' }))).toEqual([]);
    const stranger = await open();
    expect(found(await checked(world, stranger.key, { text }))).toEqual([]);
  });

  it('still when the plan has become a free one: only changes need a paid one', async () => {
    const { key, words, accountId } = await open();
    await words.add('cotton');
    await world.operate('plan', 'set', '--account', accountId, '--site', 'us', '--plan', 'free');
    expect(found(await checked(world, key, { text }))).toEqual(['cotton']);
  });

  it('thousands at once, each where it stands', async () => {
    const { key, words } = await open();
    const made = (n: number) => `brand${n.toString(36)}`;
    for (let part = 0; part < 3; part++) {
      const items = Array.from({ length: 2_000 }, (_, n) => ({
        keyword: `${made(part * 2_000 + n)}x`,
        note: `${part * 2_000 + n}`,
      }));
      expect(await words.importAll(items)).toMatchObject({ imported: 2_000 });
    }
    expect((await words.list()).length).toBe(6_000);
    const wanted = [0, 1_999, 2_000, 4_321, 5_999];
    const check = await checked(world, key, {
      text: `We beat ${wanted.map((n) => `${made(n)}x`).join(' and ')}.`,
    });
    expect(check.customRisks.map(({ note }) => Number(note))).toEqual(wanted);
  });
});
