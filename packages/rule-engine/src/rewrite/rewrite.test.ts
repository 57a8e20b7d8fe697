import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Engine, engineOf } from '../evaluate/engine.ts';
import { loadPack } from '../load/pack-files.ts';
import type { Selection } from '../pack/dimensions.ts';
import { sampleReader } from '../reader/samples.ts';
import { rewrite } from './rewrite.ts';
import type { RewriteRequest } from './rewrite-request.ts';

const engines = new Map<string, Engine>();
const engineFor = (site: string): Engine => {
  const known = engines.get(site);
  if (known) return known;
  const { pack } = loadPack(fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url)));
  // What is edited is told by rules alone here, or by a made-up reader.
  const loaded = engineOf({ pack, reader: null });
  engines.set(site, loaded);
  return loaded;
};
const us = engineFor('us');
const places = {
  us: { platform: 'dtc_us', vertical: 'general' },
  id: { platform: 'marketplace_a_id', vertical: 'general' },
  main: {
    platform: 'shortvideo_a',
    industryVertical: 'general',
    productVertical: 'creator',
    sceneMode: 'content',
  },
} as const satisfies Record<string, Selection>;

const rewritten = (text: string, changes: Partial<RewriteRequest> = {}, engine = us) =>
  rewrite(
    { text, selection: places.us, strategy: 'rewrite', mode: 'content', customFindings: [], ...changes },
    engine,
  );
const violations = ({ evaluation }: ReturnType<typeof rewrite>): number =>
  evaluation.findings.filter(({ kind }) => kind === 'violation').length;

describe('a rewrite', () => {
  const copy =
    'Brass & Fern soap, 120 g, $8.50. It cures eczema and leaves a light scent. Details: https://brassfern.example/soap';

  it.each(['rewrite', 'precise'] as const)('(%s) leaves no violation and every lawful fact', (strategy) => {
    const result = rewritten(copy, { strategy });
    expect(violations(result)).toBe(0);
    expect(result.text).not.toContain('eczema');
    for (const fact of ['Brass & Fern soap, 120 g, $8.50.', 'light scent', 'https://brassfern.example/soap'])
      expect(result.text).toContain(fact);
  });

  it('is the same each time, and changes nothing in a lawful text', () => {
    expect(rewritten(copy)).toEqual(rewritten(copy));
    const lawful = 'A linen towel, 70 x 140 cm, woven in Portugal. Wash at 40 degrees.';
    expect(rewritten(lawful).text).toBe(lawful);
  });

  it('precise keeps what whole rewriting smooths', () => {
    const text = 'So soft!!! It cures eczema. Woven in Portugal.';
    expect(rewritten(text, { strategy: 'precise' }).text).toContain('So soft!!!');
    expect(rewritten(text, { strategy: 'rewrite' }).text).toContain('So soft!');
  });

  it.each([
    ['Our drops cure cancer', ''],
    ['Hello friends! Our drops cure cancer. Only $19. Order now!', 'Hello friends! Only $19. Order now!'],
  ])('is not accepted where nothing lawful of substance is left, and invents nothing: %j', (text, left) => {
    expect(rewritten(text)).toMatchObject({ text: left, refusal: 'nothing_left' });
  });

  it('uses the replacement of an own word, and leaves alone a word that only flags', () => {
    const text = 'A cheap towel in cheerful grey, woven in Portugal.';
    const word = (matchedText: string, replacement: string | null) => ({
      ...{ matchedText, replacement, note: null, start: text.indexOf(matchedText) },
      end: text.indexOf(matchedText) + matchedText.length,
    });
    const customFindings = [word('cheap', 'affordable'), word('cheerful', null)];
    expect(rewritten(text, { customFindings }).text).toBe(
      'An affordable towel in cheerful grey, woven in Portugal.',
    );
  });

  it('is not accepted where what is offered may not be offered, and then keeps nothing of it', () => {
    const text = '1:1 replica designer bags, logo and all. Dust bag and card. Ships from Ohio in two days.';
    expect(rewritten(text)).toMatchObject({ text: '', refusal: 'nothing_left' });
  });

  it('takes such an offer alone where it is a small part of a text about something else', () => {
    const lawful =
      'Our flea market runs every Sunday from nine to four behind the old mill. Farmers sell apples, honey, cheese and bread. The band plays at noon, the car park is free, and dogs on a lead are welcome. Bring a bag and small change, since many of the stalls take no cards.';
    const result = rewritten(`${lawful} One stall sells 1:1 replica designer bags.`);
    expect(result).toMatchObject({ text: lawful, refusal: null });
  });

  it('is accepted while it names what it is of, however short, and not as a heap of particulars', () => {
    expect(rewritten('Cedar hand soap, 120 g bar. It cures eczema in a week.').refusal).toBeNull();
    const soap = 'Sabun serai 100 gram, Rp25.000.';
    const claim = 'Kapsul ini menyembuhkan diabetes dalam tiga hari.';
    expect(rewritten(`${soap} ${claim}`, { selection: places.id }, engineFor('id'))).toMatchObject({
      text: soap,
      refusal: null,
    });
    expect(
      rewritten('Our cedar hand soap cures eczema, gout and the flu in a single week. 120 g bar, boxed.')
        .refusal,
    ).toBe('nothing_left');
  });

  it('takes a sentence whole that is wrapped into lines', () => {
    const text =
      'A soap of cedar oil, made in Ohio.\nOver the years it has been shown that our soap\ncures eczema and gout.\nWrapped in paper.';
    expect(rewritten(text).text).toBe('A soap of cedar oil, made in Ohio.\nWrapped in paper.');
  });

  it('keeps the predicate that is lawful of two', () => {
    expect(rewritten('It cures insomnia and smells like a garden at dusk. 100 ml, glass bottle.').text).toBe(
      'It smells like a garden at dusk. 100 ml, glass bottle.',
    );
  });

  it('keeps it of two verbs in the plural as well', () => {
    expect(rewritten('Fern drops, 30 ml, $12.50. They cure arthritis and smell of mint.').text).toBe(
      'Fern drops, 30 ml, $12.50. They smell of mint.',
    );
  });

  it('takes the joining word of the sentence behind a cut, and precise leaves it', () => {
    const text = 'Linen towel, woven in Portugal. It cures eczema. But wash it at 40 degrees.';
    expect(rewritten(text).text).toBe('Linen towel, woven in Portugal. Wash it at 40 degrees.');
    expect(rewritten(text, { strategy: 'precise' }).text).toBe(
      'Linen towel, woven in Portugal. But wash it at 40 degrees.',
    );
  });

  it('makes no command of what wants a subject', () => {
    const { text } = rewritten('Stop taking your blood pressure pills! Beet powder, 8 oz pouch.');
    expect(text).toBe('Beet powder, 8 oz pouch.');
  });

  it('leaves no question without the answer that ended its line', () => {
    const text = 'Linen towel, woven in Portugal. Itchy skin? It cures eczema.';
    expect(rewritten(text).text).toBe('Linen towel, woven in Portugal.');
    expect(rewritten(text, { strategy: 'precise' }).text).toBe('Linen towel, woven in Portugal. Itchy skin?');
  });

  it.each(['rewrite', 'precise'] as const)(
    '(%s) ends after at most 60 analyses, also for a long text that is at risk everywhere',
    (strategy) => {
      let analyses = 0;
      const rulesFor: Engine['rulesFor'] = (selection) => {
        analyses++;
        return us.rulesFor(selection);
      };
      const counting: Engine = { ...us, rulesFor };
      const long = 'Our tea cures diabetes and gout in a week. '.repeat(116).slice(0, 5_000);
      expect(violations(rewritten(long, { strategy }, counting))).toBe(0);
      expect(analyses).toBeLessThanOrEqual(60);
    },
  );

  it('precise leaves every character outside the sentences at risk, white space joined', () => {
    const [before, risk, after] = [
      'So  soft!!!  🧺 70 x 140 cm.',
      'It cures eczema.',
      'Woven in Portugal , see label',
    ];
    expect(rewritten(`${before} ${risk} ${after}`, { strategy: 'precise' }).text).toBe(`${before} ${after}`);
  });
});

describe('a rewrite of a text that is meant to be slow', () => {
  it.each([
    ['marks', 'Cures gout '.concat('!'.repeat(4_000), 'a')],
    ['pictograms', `Cures gout…${'😀'.repeat(2_000)}a. Warm.`],
    ['blanks', `Cures gout ${' '.repeat(4_000)}and a`],
    ['brackets', `Cures gout ${'('.repeat(4_000)}a`],
    ['commas', `Cures gout${', a'.repeat(1_500)}`],
    ['quotes', `Cures gout ${'"a. '.repeat(1_200)}`],
  ])('ends: %s', (_, text) => {
    const before = process.cpuUsage();
    rewritten(text);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});

describe('a rewrite in the language of its site', () => {
  it('Indonesian', () => {
    const text = 'Sabun serai 100 gram, Rp25.000. Menyembuhkan eksim dalam 3 hari. Wanginya lembut.';
    const result = rewritten(text, { selection: places.id }, engineFor('id'));
    expect(violations(result)).toBe(0);
    expect(result.text).toContain('Sabun serai 100 gram, Rp25.000.');
    expect(result.text).toContain('Wanginya lembut.');
  });

  it('Indonesian words of praise go alone behind what they praise, and elsewhere with their sentence', () => {
    const after = (text: string) => rewritten(text, { selection: places.id }, engineFor('id')).text;
    const soap = 'Sabun serai 100 gram, dibungkus kertas.';
    expect(after(`${soap} Kami toko sabun terbaik di Indonesia, buka tiap pagi.`)).toBe(
      `${soap} Kami toko sabun, buka tiap pagi.`,
    );
    expect(after(`${soap} Dibuat dengan bahan terbaik di Indonesia.`)).toBe(soap);
    expect(after(`${soap} Sabun kami adalah terbaik di dunia.`)).toBe(soap);
    expect(after(`${soap} Kualitas terbaik di Indonesia untuk semua orang.`)).toBe(soap);
  });

  const main = engineFor('main');

  it('Chinese', () => {
    const result = rewritten(
      '这款身体乳质地轻薄，能根治湿疹，一瓶200毫升，售价59元。',
      { selection: places.main },
      main,
    );
    expect(violations(result)).toBe(0);
    expect(result.text).toContain('质地轻薄');
    expect(result.text).toContain('一瓶200毫升，售价59元。');
  });

  it.each([
    ['us', 'Our tea will cure the flu in 24 hours. Mint, 20 bags.', /cure|24/, 'Mint, 20 bags.'],
    ['id', 'Teh kami menyembuhkan flu dalam 24 jam. Isi 20 kantong.', /sembuh|24/, 'Isi 20 kantong.'],
    ['main', '这款凉茶24小时治好流感，一盒12包，开水冲泡即可。', /治|24/, '一盒12包，开水冲泡即可。'],
  ] as const)(
    '(%s) leaves no verb without what it was said of, and no time without the verb',
    (site, text, claim, rest) => {
      const selection = {
        ...places[site],
        ...{ us: {}, id: { vertical: 'food' }, main: { industryVertical: 'food' } }[site],
      };
      const result = rewritten(text, { selection }, engineFor(site));
      expect(violations(result)).toBe(0);
      expect(result.text).not.toMatch(claim);
      expect(result.text).toContain(rest);
    },
  );

  it('leaves of a title what it names besides, and nothing torn', () => {
    const after = (site: 'us' | 'id' | 'main', text: string, changes = {}) =>
      rewritten(text, { selection: { ...places[site], ...changes } }, engineFor(site)).text;
    expect(after('us', 'Genuine Diamond Tennis Bracelet, 7 in. Each stone is lab-made cubic zirconia.')).toBe(
      'Each stone is lab-made cubic zirconia.',
    );
    expect(
      after('main', '专柜价4980今日破价98 羊毛混纺大衣 驼色/黑色 155—175可穿', { sceneMode: 'ad' }),
    ).toBe('羊毛混纺大衣 驼色/黑色 155—175可穿');
  });

  it('asks for an honest review where one with stars was asked for, and keeps the steps', () => {
    const text =
      'Your lamp is in the box.\n1. Leave a 5-star review with a photo\n2. Send us the screenshot for a $15 gift card';
    const result = rewritten(text);
    expect(violations(result)).toBe(0);
    expect(result.text).not.toMatch(/5.star/);
    expect(result.text).toMatch(/^1\. /m);
  });

  it('takes signs that shout out of a title and leaves the title', () => {
    const text = 'Nonstick Frying Pan Set 3 Pc, One Day Only!!!, Induction Ready, With Lids';
    const { text: after } = rewritten(text, { selection: { ...places.us, platform: 'marketplace_us' } });
    expect(after).toContain('Nonstick Frying Pan Set 3 Pc');
    expect(after).toContain('Induction Ready, With Lids');
    expect(after).not.toContain('!!');
  });

  it('takes both of two brackets', () => {
    const text = 'Tas rajut ukuran 20 cm. Kontak person Budi (0812-3456-7890), bayar ke rekening BNI ya.';
    expect(rewritten(text, { selection: places.id }, engineFor('id')).text).toBe('Tas rajut ukuran 20 cm.');
  });

  it('cuts all of a disguised word, and no edge of a cut stands within one', () => {
    for (const disguised of ['加薇❤信', '加V❤信', '加我威❤️信']) {
      const { text } = rewritten(
        `质地清爽不粘手，喜欢的姐妹${disguised}领小样，每份三支。`,
        { selection: places.main },
        main,
      );
      expect(text).toContain('质地清爽不粘手，');
      expect(text).not.toMatch(/信领|❤|薇|威|\uFE0F/u);
    }
  });

  it('takes a title or a quotation with both its marks', () => {
    const text = '《离婚后他跪求复合，霸道总裁追妻》共八十集，每晚八点更新，戏里的面馆在老城南门。';
    const { text: after } = rewritten(text, { selection: places.main }, main);
    expect(after.includes('《')).toBe(after.includes('》'));
  });

  it('puts right all that was found, not only as much as makes the rest pass', () => {
    const text = '本店招商加盟，稳赚不赔，三个月回本，加盟费2.8万元，总部提供设备和培训。';
    const { text: after } = rewritten(text, { selection: places.main }, main);
    expect(after).not.toMatch(/稳赚|回本/);
    expect(after).toContain('加盟费2.8万元，总部提供设备和培训。');
  });

  it('takes what only the reader reports where its words stand, and leaves what stands elsewhere', () => {
    const text = 'This tin holds 100 grams. It hums a song that mends the moon. Keep it cool.';
    const reader = sampleReader('us', (sentence) => ({
      unlawful: sentence.includes('moon') ? 0.99 : 0.01,
      topic: 'disease_claim',
      made: { treats_disease: sentence.includes('moon') ? 0.99 : 0 },
      carries: 'mends the moon',
    }));
    expect(rewritten(text, {}, { ...us, reader }).text).toBe(
      'This tin holds 100 grams. It hums a song. Keep it cool.',
    );
  });

  it('takes all that the reader reports, and a neighbour that probably tells the rest of it', () => {
    const text =
      'A tin of 100 grams. Ask the moon. It hums a song that mends the moon. Keep the tin cool and dry.';
    const reader = sampleReader('us', (sentence) => ({
      unlawful: sentence.includes('mends') ? 0.99 : sentence.includes('moon') ? 0.4 : 0.01,
      topic: 'disease_claim',
      made: { treats_disease: sentence.includes('mends') ? 0.99 : 0 },
    }));
    expect(rewritten(text, {}, { ...us, reader }).text).toBe(
      'A tin of 100 grams. Keep the tin cool and dry.',
    );
  });

  it('takes an account along with the words that name it', () => {
    const { text } = rewritten(
      '五斤装血橙，坏果包赔。加V信咨询：lily2207，首单立减20元',
      { selection: places.main },
      main,
    );
    expect(text).not.toContain('lily');
    expect(text).toContain('首单立减20元');
  });

  it('adds no statement in place of a change', () => {
    const claim = '隔壁那家的橙子都是打蜡的';
    const { text } = rewritten(
      `${claim}，只有我们家是真正的赣南脐橙，5斤装36元，坏果包赔。`,
      { selection: places.main },
      {
        ...main,
        reader: sampleReader('main', () => ({ unlawful: 0.99, topic: 'disparagement', carries: claim })),
      },
    );
    expect(text).not.toContain(claim);
  });

  it('adds the statement that the law requires and the text lacks', () => {
    const text = '小蓝帽软胶囊，有助于增强免疫力，立即下单。';
    const result = rewritten(text, { selection: { ...places.main, industryVertical: 'food' } }, main);
    expect(result.text).toContain('本品不能代替药物');
  });
});
