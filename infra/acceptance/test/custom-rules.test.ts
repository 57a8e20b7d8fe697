import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargesOf } from '../src/charges.ts';
import { rulesPath, type WordList, wordList } from '../src/custom-rules.ts';
import type { Answer } from '../src/exchange.ts';
import { accountOf } from '../src/text-checks.ts';
import { type CustomerWish, enter, type World } from '../src/world.ts';

let world: World;
beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const codeOf = ({ status, body }: Answer) => [status, Object(body).code];
const sentenceOf = ({ body }: Answer) => String(Object(body).error);
const tenant = (name: string) => ({ 'x-end-tenant': name });
const numbered = (count: number, word = 'word') => Array.from({ length: count }, (_, n) => `${word} ${n}`);

/** An account with a list of its own. */
async function open(wish: CustomerWish = {}) {
  const customer = await world.createCustomer(wish);
  return { ...customer, words: wordList(world, customer.key) };
}
const setPlan = (accountId: string, plan: string) =>
  world.operate('plan', 'set', '--account', accountId, '--site', 'us', '--plan', plan);

describe('a custom rule', () => {
  it('is answered with all of its fields, defaults included', async () => {
    const { words } = await open();
    const plain = await words.add({ keyword: 'miracle' });
    expect(plain).toMatchObject({
      keyword: 'miracle',
      matchType: 'keyword',
      replacement: null,
      note: null,
      enabled: true,
    });
    expect(plain.updatedAt).toBe(plain.createdAt);
    const full = {
      keyword: 'miracle cure',
      matchType: 'phrase',
      replacement: 'remedy',
      note: 'p. 7',
      enabled: false,
    };
    expect(await words.add({ ...full, unknown: 1 })).toMatchObject(full);
    expect((await words.list()).map(({ keyword }) => keyword)).toEqual(['miracle cure', 'miracle']);
  });

  it.each<[string, object]>([
    ['one character', { keyword: 'a' }],
    ['the longest fields', { keyword: 'k'.repeat(100), replacement: 'r'.repeat(100), note: 'n'.repeat(200) }],
    ['emoji, counted in UTF-16', { keyword: '😀'.repeat(50) }],
    ['other scripts', { keyword: 'обман 第一 ١٢٣' }],
    ['an empty replacement', { keyword: 'x', replacement: '' }],
    ['null where there is nothing', { keyword: 'x', replacement: null, note: null }],
    ['a line break, a tab and a quote', { keyword: 'a\n\t"b"' }],
    ['what looks like SQL', { keyword: `'); drop table custom_words; --` }],
    ['what looks like a pattern', { keyword: '.*(a+)+$' }],
  ])('may hold %s', async (_name, body) => {
    const { words } = await open();
    const rule = await words.add(Object(body));
    expect(rule).toMatchObject(body);
    expect(await words.list()).toEqual([rule]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no keyword', {}, /^keyword is required$/],
    ['an empty keyword', { keyword: '' }, /keyword must have 1 to 100 characters/],
    ['a blank keyword', { keyword: '   ' }, /^keyword must not be blank$/],
    ['101 characters', { keyword: 'x'.repeat(101) }, /^keyword must have 1 to 100 characters$/],
    ['a number', { keyword: 1 }, /^keyword must be a string$/],
    ['null', { keyword: null }, /^keyword must be a string$/],
    ['a list', { keyword: ['a'] }, /^keyword must be a string$/],
    ['a NUL', { keyword: 'a\0' }, /NUL/],
    ['a lone surrogate', '{"keyword":"a\\ud800"}', /lone surrogate/],
    [
      'another match type',
      { keyword: 'a', matchType: 'regex' },
      /^matchType must be one of: keyword, phrase$/,
    ],
    [
      'a long replacement',
      { keyword: 'a', replacement: 'x'.repeat(101) },
      /^replacement must have at most 100/,
    ],
    ['a number for replacement', { keyword: 'a', replacement: 1 }, /^replacement must be a string$/],
    ['a long note', { keyword: 'a', note: 'x'.repeat(201) }, /^note must have at most 200 characters$/],
    ['a word for enabled', { keyword: 'a', enabled: 'true' }, /^enabled must be true or false$/],
    ['a list for a body', [], /^the body must be a JSON object$/],
    ['no body', undefined, /body/],
    ['broken JSON', '{"keyword":', /^the body is not valid JSON$/],
  ])('may not have %s: 400 with a sentence that names it', async (_name, body, sentence) => {
    const { words } = await open();
    const isText = typeof body === 'string';
    const answer = isText
      ? await world.call({
          key: (await open()).key,
          method: 'POST',
          path: rulesPath,
          body,
          headers: { 'content-type': 'application/json' },
        })
      : await words.ask('POST', '', body);
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect(sentenceOf(answer)).toMatch(sentence);
    expect(await words.list()).toEqual([]);
  });

  it('must come as JSON and at a size that a word can have', async () => {
    const { key, words } = await open();
    const send = (type: string, body: string) =>
      world.call({ key, method: 'POST', path: rulesPath, body, headers: { 'content-type': type } });
    expect((await send('text/plain', '{"keyword":"a"}')).status).toBe(415);
    expect((await send('application/json', `{"keyword":"${'x'.repeat(600_000)}"}`)).status).toBe(413);
    expect(await words.list()).toEqual([]);
  });

  it('exists once in its list, whatever its case and the blanks around it', async () => {
    const { words } = await open();
    await words.add('Straße');
    for (const keyword of ['Straße', 'straße', ' STRASSE\n', 'sTRAßE ']) {
      const answer = await words.ask('POST', '', { keyword });
      expect([keyword, ...codeOf(answer)]).toEqual([keyword, 400, 'invalid_request']);
      expect(sentenceOf(answer)).toContain(JSON.stringify(keyword.trim()));
    }
    await words.add('Strasse 2');
    expect((await words.quota()).used).toBe(2);
  });

  it('is written once when it comes many times at the same moment', async () => {
    const { words } = await open();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => words.ask('POST', '', { keyword: n % 2 ? 'Same' : 'same' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(400)]);
    expect((await words.quota()).used).toBe(1);
  });
});

describe('a change of a rule', () => {
  it('touches only what it names', async () => {
    const { words } = await open();
    const full = { keyword: 'one', matchType: 'phrase', replacement: 'two', note: 'three' };
    const rule = await words.add(full);
    const steps: readonly [object, object][] = [
      [{}, {}],
      [{ enabled: false }, { enabled: false }],
      [{ note: 'four' }, { note: 'four' }],
      [
        { keyword: 'ONE', enabled: true },
        { keyword: 'ONE', enabled: true },
      ],
      [{ replacement: '' }, { replacement: '' }],
      [{ matchType: 'keyword', object: 'x', id: 'y' }, {}],
      [
        { replacement: null, note: null },
        { replacement: null, note: null },
      ],
    ];
    let expected: object = { ...rule };
    for (const [change, effect] of steps) {
      expected = { ...expected, ...effect };
      const changed = await words.change(rule.id, change);
      expect(changed).toEqual({ ...expected, updatedAt: changed.updatedAt });
      expect(changed.updatedAt >= rule.createdAt).toBe(true);
      expect(await words.list()).toEqual([changed]);
    }
  });

  it.each<[string, unknown, RegExp]>([
    ['an empty keyword', { keyword: '' }, /^keyword must/],
    ['null for the keyword', { keyword: null }, /^keyword must be a string$/],
    ['101 characters', { keyword: 'x'.repeat(101) }, /^keyword must/],
    ['a long note', { note: 'x'.repeat(201) }, /^note must/],
    ['null for enabled', { enabled: null }, /^enabled must be true or false$/],
    ['a library', { library: 'general' }, /^library cannot be changed/],
    ['a list for a body', [], /^the body must be a JSON object$/],
  ])('may not have %s', async (_name, change, sentence) => {
    const { words } = await open();
    const rule = await words.add('one');
    const answer = await words.ask('PATCH', `/${rule.id}`, change);
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect(sentenceOf(answer)).toMatch(sentence);
    expect(await words.list()).toEqual([rule]);
  });

  it('does not make two of one word', async () => {
    const { words } = await open();
    await words.add('one');
    const two = await words.add('two');
    expect(codeOf(await words.ask('PATCH', `/${two.id}`, { keyword: ' ONE ' }))).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await words.keywords()).toEqual(['two', 'one']);
    expect((await words.change(two.id, { keyword: 'TWO' })).keyword).toBe('TWO');
  });
});

describe('a deletion', () => {
  it('is for good, once, and gives the place back', async () => {
    const { words } = await open();
    const { id } = await words.add('one');
    await words.remove(id);
    expect(codeOf(await words.ask('DELETE', `/${id}`))).toEqual([404, 'not_found']);
    expect(codeOf(await words.ask('PATCH', `/${id}`, { enabled: true }))).toEqual([404, 'not_found']);
    expect([await words.list(), (await words.quota()).used]).toEqual([[], 0]);
    expect((await words.add('one')).id).not.toBe(id);
  });
});

describe('a rule that is not the caller’s', () => {
  it('is 404: another account’s, another tenant’s, one that never was, and what is no id', async () => {
    const [mine, theirs] = [await open(), await open()];
    const { id } = await mine.words.add('one');
    const shop = wordList(world, mine.key, tenant('shop-1'));
    const asked: readonly [WordList, string][] = [
      [theirs.words, id],
      [shop, id],
      [mine.words, `rule_${'0'.repeat(26)}`],
      [mine.words, 'x'],
      [mine.words, '%00'],
      [mine.words, encodeURIComponent('😀/..')],
    ];
    for (const [words, path] of asked) {
      for (const method of ['PATCH', 'DELETE']) {
        const answer = await words.ask(
          method,
          `/${path}`,
          method === 'PATCH' ? { enabled: false } : undefined,
        );
        expect([path, method, ...codeOf(answer)]).toEqual([path, method, 404, 'not_found']);
      }
    }
    expect((await mine.words.list())[0]?.enabled).toBe(true);
  });

  it('has no page of its own: 405', async () => {
    const { words } = await open();
    const { id } = await words.add('one');
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['PUT', `/${id}`],
      ['DELETE', ''],
      ['PUT', '/settings'],
      ['POST', '/quota'],
      ['GET', '/bulk-import'],
    ] as const) {
      expect([method, path, (await words.ask(method, path)).status]).toEqual([method, path, 405]);
    }
  });
});

describe('a bulk import', () => {
  it('counts what it imported and skipped, in the request and in the list', async () => {
    const { words } = await open();
    await words.add('old');
    const items = ['new', 'OLD', ' New ', { keyword: 'full', replacement: 'r', note: 'n' }, 'old'];
    expect(await words.importAll(items)).toEqual({
      total: 5,
      imported: 2,
      skippedDuplicate: 3,
      rejectedQuota: 0,
    });
    const [first, second] = await words.list();
    expect(first).toMatchObject({ keyword: 'full', replacement: 'r', note: 'n', matchType: 'keyword' });
    expect(second).toMatchObject({ keyword: 'new', replacement: null, note: null, enabled: true });
    expect(await words.importAll(items)).toMatchObject({ imported: 0, skippedDuplicate: 5 });
    expect(await words.importAll([])).toEqual({
      total: 0,
      imported: 0,
      skippedDuplicate: 0,
      rejectedQuota: 0,
    });
  });

  it('writes in order what the quota leaves room for', async () => {
    const { words } = await open({ plan: 'standard' });
    expect(await words.importAll(numbered(150))).toMatchObject({ imported: 150, rejectedQuota: 0 });
    expect(await words.importAll([...numbered(10), ...numbered(60, 'more'), 'more 0'])).toEqual({
      total: 71,
      imported: 50,
      skippedDuplicate: 11,
      rejectedQuota: 10,
    });
    expect((await words.keywords()).slice(0, 2)).toEqual(['more 49', 'more 48']);
    expect(await words.quota()).toMatchObject({ used: 200, limit: 200, isPaid: true });
    const one = await words.ask('POST', '', { keyword: 'one too many' });
    expect(codeOf(one)).toEqual([400, 'invalid_request']);
    expect(sentenceOf(one)).toMatch(/\b200\b/);
    expect(sentenceOf(await words.ask('POST', '', { keyword: 'WORD 1' }))).toMatch(/already/);
  });

  it('takes 2,000 words of any length and no more', async () => {
    const { words } = await open({ plan: 'enterprise' });
    const long = numbered(2_000).map((keyword) => ({
      keyword: keyword.padEnd(100, '词'),
      replacement: '换'.repeat(100),
      note: '注'.repeat(200),
    }));
    expect(await words.importAll(long)).toMatchObject({ total: 2_000, imported: 2_000 });
    const answer = await words.ask('POST', '/bulk-import', {
      items: numbered(2_001).map((keyword) => ({ keyword })),
    });
    expect(codeOf(answer)).toEqual([400, 'invalid_request']);
    expect(sentenceOf(answer)).toBe('items must have at most 2000 entries');
    const listed = await words.list();
    expect(listed.map(({ keyword, replacement, note }) => ({ keyword, replacement, note }))).toEqual(
      long.reverse(),
    );
  });

  it.each<[string, unknown, string]>([
    ['no items', {}, 'items is required'],
    ['a text', { items: 'a' }, 'items must be an array of objects with a keyword'],
    ['null', { items: null }, 'items must be an array of objects with a keyword'],
    ['texts as items', { items: [{ keyword: 'a' }, 'b'] }, 'items[1] must be an object with a keyword'],
    ['an item without keyword', { items: [{ keyword: 'a' }, { note: 'b' }] }, 'items[1].keyword is required'],
    [
      'an item that is too long',
      { items: [{ keyword: 'x'.repeat(101) }] },
      'items[0].keyword must have 1 to 100 characters',
    ],
  ])('with %s is refused whole', async (_name, body, sentence) => {
    const { words } = await open();
    const answer = await words.ask('POST', '/bulk-import', body);
    expect([...codeOf(answer), sentenceOf(answer)]).toEqual([400, 'invalid_request', sentence]);
    expect(await words.list()).toEqual([]);
  });
});

describe('the quota', () => {
  it.each([
    ['free', 0, false],
    ['standard', 200, true],
    ['premium', 2_000, true],
    ['enterprise', 20_000, true],
  ])('of the plan %s is %i words', async (plan, limit, isPaid) => {
    const { words } = await open({ plan });
    expect(await words.quota()).toMatchObject({ used: 0, limit, isPaid });
  });

  it('is the account’s: its keys and tenants fill one', async () => {
    const { words, ...customer } = await open({ plan: 'standard' });
    const other = await world.createKey(customer, 'us', '--force');
    const lists = [
      words,
      wordList(world, other.key, tenant('a')),
      wordList(world, customer.key, tenant('b')),
    ];
    for (const list of lists)
      expect(await list.importAll(numbered(80))).toMatchObject({ skippedDuplicate: 0 });
    for (const list of lists) expect((await list.quota()).used).toBe(200);
    expect((await lists[2]?.list())?.length).toBe(40);
  });

  it('ends exactly at its limit when twenty imports race for it', async () => {
    const { words, key } = await open({ plan: 'standard' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        wordList(world, key, tenant(`t${n % 4}`)).importAll(numbered(30, `${n}`)),
      ),
    );
    expect(answers.reduce((sum, { imported }) => sum + imported, 0)).toBe(200);
    expect(answers.reduce((sum, { rejectedQuota }) => sum + rejectedQuota, 0)).toBe(400);
    expect((await words.quota()).used).toBe(200);
  });

  it('costs no credits', async () => {
    const { words, ...customer } = await open();
    const { id } = await words.add('one');
    await words.change(id, { enabled: false });
    await words.importAll(numbered(5));
    await words.remove(id);
    await words.turn(false);
    expect(await chargesOf(world, customer)).toEqual([]);
    expect((await accountOf(world, customer.key)).credits.total).toBe(1_000);
  });
});

describe('a free plan', () => {
  it('reads everything and changes nothing, and the words stay', async () => {
    const { words, accountId } = await open();
    const { id } = await words.add('one');
    await setPlan(accountId, 'free');
    const writes = [
      await words.ask('POST', '', { keyword: 'two' }),
      await words.ask('POST', '/bulk-import', { items: [] }),
      await words.ask('PATCH', `/${id}`, { enabled: false }),
      await words.ask('DELETE', `/${id}`),
      await words.ask('PATCH', '/settings', { enabled: false }),
    ];
    expect(writes.map(codeOf)).toEqual(writes.map(() => [403, 'plan_required']));
    expect(await words.keywords()).toEqual(['one']);
    expect(await words.quota()).toMatchObject({ used: 1, limit: 0, isPaid: false });
    expect(await words.isOn()).toBe(true);
    await setPlan(accountId, 'standard');
    await words.remove(id);
    expect(await words.quota()).toMatchObject({ used: 0, limit: 200, isPaid: true });
  });

  it('is one that holds more words than it allows: nothing is lost and nothing is added', async () => {
    const { words, accountId } = await open();
    await words.importAll(numbered(300));
    await setPlan(accountId, 'standard');
    expect(await words.quota()).toMatchObject({ used: 300, limit: 200 });
    expect(await words.importAll(['x'])).toMatchObject({ imported: 0, rejectedQuota: 1 });
    expect((await words.list()).length).toBe(300);
  });
});

describe('the master switch', () => {
  it('is on at first, and one for the whole account, whatever the tenant header', async () => {
    const { words, key } = await open();
    const shop = wordList(world, key, tenant('shop-1'));
    expect([await words.isOn(), await shop.isOn()]).toEqual([true, true]);
    expect(await shop.turn(false)).toBe(false);
    expect([await words.isOn(), await shop.isOn()]).toEqual([false, false]);
    expect(await words.turn(true)).toBe(true);
    expect(await shop.isOn()).toBe(true);
  });

  it.each([[{}], [{ enabled: 'no' }], [{ enabled: 1 }], [{ enabled: null }], [[]]])(
    'refuses %j',
    async (body) => {
      const { words } = await open();
      const answer = await words.ask('PATCH', '/settings', body);
      expect(codeOf(answer)).toEqual([400, 'invalid_request']);
      expect(await words.isOn()).toBe(true);
    },
  );
});

describe('end tenants', () => {
  it('have lists of their own', async () => {
    const { words, key } = await open();
    const lists = [words, wordList(world, key, tenant('a')), wordList(world, key, tenant('A'))];
    for (const [n, list] of lists.entries()) await list.importAll(['shared', `own ${n}`]);
    for (const [n, list] of lists.entries()) expect(await list.keywords()).toEqual([`own ${n}`, 'shared']);
  });
});

describe('keys', () => {
  it('of no site, or another one, are 401 on every route', async () => {
    const chinese = await world.createCustomer({ site: 'main' });
    for (const key of [undefined, `svc_live_${'D'.repeat(43)}`, chinese.key]) {
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['PATCH', '/x'],
        ['DELETE', '/x'],
        ['POST', '/bulk-import'],
        ['GET', '/quota'],
        ['GET', '/settings'],
        ['PATCH', '/settings'],
      ] as const) {
        const { status } = await world.call({ key, method, path: `${rulesPath}${path}` });
        expect([method, path, status]).toEqual([method, path, 401]);
      }
    }
  });

  it('read as queries and write as configuration', async () => {
    const { words } = await open();
    const limitOf = async (...call: Parameters<WordList['ask']>) =>
      Number((await words.ask(...call)).headers['x-ratelimit-limit']);
    for (const path of ['', '/quota', '/settings']) expect(await limitOf('GET', path)).toBe(600);
    for (const path of ['', '/bulk-import']) expect(await limitOf('POST', path, {})).toBe(120);
    expect(await limitOf('PATCH', '/settings', {})).toBe(120);
    expect(await limitOf('DELETE', '/x')).toBe(120);
  });
});
