import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TextCheck } from '../src/shapes.ts';
import { verticals } from '../src/shapes.ts';
import { checked, checksPath, getCheck, goodBody, submit } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

let world: World;
let customer: Customer;

beforeAll(async () => {
  world = await enter();
  customer = await world.createCustomer();
});
afterAll(() => world.leave());

/** A key of its own for each test, so that none uses up the limits of another. */
const newKey = async () => (await world.createKey(customer)).key;

const claim = 'cures arthritis in 3 days';
const nasty: [name: string, text: string][] = [
  ['plain', `These drops ${claim}, guaranteed. FDA approved!`],
  [
    'emoji before, inside and after',
    `😀👩‍👩‍👧‍👦 These drops cure 🦴 arthritis 💯 in 3 days 🇺🇸 FDA approved! 🎉`,
  ],
  [
    'zero-width letters inside',
    'These drops c\u200bu\u200cr\u200de arth\ufeffritis, F\u2060DA appr\u200boved.',
  ],
  ['full width', 'These drops ｃｕｒｅ ａｒｔｈｒｉｔｉｓ. ＦＤＡ ａｐｐｒｏｖｅｄ！'],
  ['combining marks', 'These drops c\u0301u\u0308re a\u0327rthriti\u0303s. F\u0332D\u0332A\u0332 approved.'],
  ['precomposed accents', 'These drops cürë ärthrìtîs for good. FDA åpproved.'],
  ['look-alikes of other scripts', 'These drops сurе аrthrіtіs. FDА арprоvеd.'],
  ['leetspeak and separators', 'These drops c.u.r.e 4rthr1t1s. F-D-A a p p r o v e d.'],
  [
    'right-to-left marks',
    '\u202eThese drops\u202c cure \u200farthritis\u200e. \u2067FDA approved\u2069 עברית عربي',
  ],
  ['mathematical letters, two units each', '𝐓𝐡𝐞𝐬𝐞 𝐝𝐫𝐨𝐩𝐬 𝐜𝐮𝐫𝐞 𝐚𝐫𝐭𝐡𝐫𝐢𝐭𝐢𝐬. 𝐅𝐃𝐀 𝐚𝐩𝐩𝐫𝐨𝐯𝐞𝐝.'],
  ['ligatures and long folds', 'ﬁnally ﬀ ß ŉ İ These drops cure arthritis. ½ ㎏ ㍿ FDA approved.'],
  ['line ends', 'These drops\r\ncure\r\narthritis.\n\nFDA\u2028approved.'],
  ['Chinese between', '这款滴剂 cures arthritis 关节炎，FDA approved 认证。'],
  ['5,000 units', `${'😀 '.repeat(1_600)}These drops ${claim}. FDA approved! `.padEnd(5_000, 'x')],
];

const ranks = { safe: 0, low: 1, medium: 2, high: 3 } as const;

const han = /\p{Script=Han}/u;

/** Asserts the rules of documents 1 and 4 about every completed check. */
function expectConsistent(check: TextCheck): void {
  const { text, risks, summary, riskLevel, customRisks, semanticLabels, considered } = check;
  const kinds = (kind: string) => risks.filter((risk) => risk.kind === kind);
  const worst = Math.max(0, ...kinds('violation').map(({ severity }) => ranks[severity]));
  expect(check).toMatchObject({ status: 'completed', fixStatus: null, fixedText: null, customRisks: [] });
  expect(ranks[riskLevel ?? 'safe'], riskLevel ?? 'null').toBe(worst);
  expect(riskLevel).not.toBeNull();
  expect(summary).toEqual({
    violation: kinds('violation').length,
    sceneHint: kinds('scene-hint').length,
    custom: customRisks.length,
    semantic: semanticLabels.length,
  });
  for (const { startIndex, endIndex, matchedText, source } of risks) {
    expect(['rule', 'model']).toContain(source);
    if (source === 'model' && startIndex === -1) continue;
    expect(startIndex).toBeLessThan(endIndex);
    expect(text.slice(startIndex, endIndex)).toBe(matchedText);
    expect(matchedText.isWellFormed()).toBe(true);
  }
  for (const { startIndex, endIndex, matchedText } of considered)
    expect(text.slice(startIndex, endIndex)).toBe(matchedText);
  for (const list of [risks, considered]) {
    const places = list.map(({ startIndex }) => startIndex);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }
  expect(Date.parse(check.updatedAt)).toBeGreaterThanOrEqual(Date.parse(check.createdAt));
}

describe('a completed check', () => {
  it.each(nasty)('locates each risk in the text as submitted: %s', async (_name, text) => {
    const check = await checked(world, await newKey(), { text, vertical: 'supplement' });
    expect(check.text).toBe(text);
    expectConsistent(check);
    expect(check.risks.length, 'every disguise is seen through').toBeGreaterThan(0);
    expect(check.riskLevel).toBe('high');
  });

  it.each([
    ['leet', 'These drops cur3 4rthr1t1s for good.'],
    ['homoglyph', 'These drops сurе аrthrіtіs for good.'],
    ['zero-width', 'These drops c\u200bu\u200br\u200be arthritis for good.'],
    ['separator', 'These drops c.u.r.e a-r-t-h-r-i-t-i-s for good.'],
  ])('names the disguise that a risk was found through: %s', async (fold, text) => {
    const { risks } = await checked(world, await newKey(), { text, vertical: 'supplement' });
    expect(risks.flatMap(({ folds }) => folds)).toContain(fold);
  });

  it('says in the language of the submission what it looked at and let pass, and why', async () => {
    const text = 'These drops do not cure arthritis. See your doctor about joint pain.';
    const key = await newKey();
    const [english, chinese] = await Promise.all(
      ['en-US', 'zh-CN'].map((explainLocale) => checked(world, key, { text, explainLocale })),
    );
    expect(english?.riskLevel).toBe('safe');
    expect(english?.considered[0]).toMatchObject({ matchedText: expect.stringContaining('cure arthritis') });
    expect(english?.considered[0]?.reason).toMatch(/denies/);
    expect(english?.considered[0]?.reason).not.toMatch(han);
    expect(chinese?.considered[0]?.reason).toMatch(han);
  });

  it('of lawful copy is safe, with nothing found', async () => {
    const check = await checked(world, await newKey());
    expectConsistent(check);
    expect(check).toMatchObject({ riskLevel: 'safe', risks: [], semanticLabels: [] });
  });

  it('answers the same each time it is asked for, whatever else is in the query', async () => {
    const key = await newKey();
    const { id } = await checked(world, key, { text: `These drops ${claim}.` });
    const first = await getCheck(world, key, id);
    expect(await getCheck(world, key, `${id}?explainLocale=en-US&page=0`)).toEqual(first);
  });

  it('under `general` reports at least what every category reports', async () => {
    const text =
      'Genuine emerald pendant, created with care in our laboratory. It cures eczema and kills all germs.';
    const placesUnder = async (vertical: string) => {
      const { risks } = await checked(world, await newKey(), { text, vertical });
      return risks.map(({ startIndex, severity, category }) => ({
        place: `${startIndex} ${severity}`,
        category,
      }));
    };
    const [general, ...others] = await Promise.all(verticals.map(placesUnder));
    // A place is told once: what only the reader sees in one vertical may be a rule's finding, of another category, here.
    const places = (risks: typeof general) => risks?.map(({ place }) => place);
    for (const other of others) expect(places(general)).toEqual(expect.arrayContaining(places(other) ?? []));
    expect(new Set(others.map((other) => JSON.stringify(other))).size).toBeGreaterThan(1);
  });
});

describe('the language of explanations', () => {
  const text = 'These drops cure arthritis and melt away 20 lbs in a week. FDA approved!';

  it('is Chinese unless the submission says otherwise; the citation is the same, with a Chinese gloss', async () => {
    const key = await newKey();
    const [left, chinese, english] = await Promise.all([
      checked(world, key, { text }),
      checked(world, key, { text, explainLocale: 'zh-CN' }),
      checked(world, key, { text, explainLocale: 'en-US' }),
    ]);
    expect(left.risks).toEqual(chinese.risks);
    expect(english.risks.length).toBeGreaterThan(1);
    const neutral = ({
      category: _c,
      suggestion: _s,
      legalRef: _l,
      precedents: _p,
      ...rest
    }: TextCheck['risks'][number]) => rest;
    expect(english.risks.map(neutral)).toEqual(chinese.risks.map(neutral));
    for (const [index, risk] of english.risks.entries()) {
      const other = chinese.risks[index];
      expect(`${risk.category} ${risk.suggestion} ${risk.legalRef}`).not.toMatch(han);
      for (const words of [risk.category, risk.suggestion, risk.legalRef]) expect(words).toMatch(/\w/);
      expect(other?.category).toMatch(han);
      expect(other?.suggestion).toMatch(han);
      expect(other?.legalRef?.startsWith(risk.legalRef ?? 'missing')).toBe(true);
      expect(other?.legalRef?.slice(risk.legalRef?.length)).toMatch(han);
    }
  });
});

describe('a check that is still processing', () => {
  it('can be read at once and shows nothing that is not final', async () => {
    const text = `These drops ${claim}. `.repeat(100);
    const key = await newKey();
    const seen = await Promise.all(
      Array.from({ length: 12 }, async () => getCheck(world, key, await submit(world, key, { text }))),
    );
    for (const check of seen.filter(({ status }) => status === 'processing')) {
      expect(check).toMatchObject({
        riskLevel: null,
        risks: [],
        customRisks: [],
        semanticLabels: [],
        considered: [],
        fixStatus: null,
      });
      expect(check.summary).toEqual({ violation: 0, sceneHint: 0, custom: 0, semantic: 0 });
    }
    expect(seen.every((check) => check.text === text && check.platform === goodBody.platform)).toBe(true);
  });
});

describe('an id that names no check of the caller', () => {
  it.each([
    ['a word', 'x'],
    ['a prefix alone', 'text_'],
    ['well-formed, of nobody', 'text_01jd0000000000000000000000'],
    ['of another kind', 'acct_01jd0000000000000000000000'],
    ['in capitals', 'TEXT_01JD0000000000000000000000'],
    ['a UUID', '0193a000-0000-7000-8000-000000000000'],
    ['past the largest', 'text_zzzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['with a quote', "text_01jd'%20or%201=1--"],
    ['with an encoded slash', 'text_01jd%2f..%2f..'],
    ['an encoded NUL', 'text_%00'],
    ['an emoji', '%F0%9F%98%80'],
    ['400 characters', 'x'.repeat(400)],
    ['6,000 characters', 'x'.repeat(6_000)],
    ['an inherited name', '__proto__'],
  ])('is 404 for GET and DELETE: %s', async (_name, id) => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await world.call({ key: customer.key, method, path: `${checksPath}/${id}` });
      expect([method, answer.status]).toEqual([method, 404]);
    }
  });

  it.each(['%', '%ff', '%ED%A0%80', '%C0%80'])('is 400 when it is no URL: %s', async (id) => {
    const answer = await world.call({ key: customer.key, path: `${checksPath}/${id}` });
    expect(answer.status).toBe(400);
  });
});
