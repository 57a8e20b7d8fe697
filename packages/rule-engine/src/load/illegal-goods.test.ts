import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { ruleSelector } from '../pack/applicable-rules.ts';
import { loadPack } from './pack-files.ts';

/** Offers of goods that nobody may sell, as sellers write them, and the topics whose rules no vertical narrows. */
const sites = {
  us: {
    dimension: 'vertical',
    place: { platform: 'marketplace_us' },
    offers: [
      'Abortion pills shipped overnight, no prescription',
      'Buy Viagra without prescription, discreet shipping',
      'Xanax bars for sale, no script needed',
      'Ghost gun kit, no background check, ships today',
      'Real ivory bracelet, message for price',
      'Fake 20 dollar bills that pass the pen test',
      "Fake college diplomas and driver's licenses, ships in 3 days",
      'Cocaine and fentanyl for sale, stealth shipping',
    ],
    topics: ['prohibited_goods', 'rx_drug', 'unapproved_drug', 'counterfeit', 'cbd', 'restricted_device'],
  },
  id: {
    dimension: 'vertical',
    place: { platform: 'marketplace_a_id' },
    offers: [
      'Obat penggugur kandungan tuntas ready, privasi aman',
      'Cytotec misoprostol original siap kirim',
      'Viagra original ready, kirim hari ini',
      'Obat kuat herbal tahan lama di ranjang',
      'Jual tramadol tanpa resep, ready banyak',
      'Ready ganja dan sinte gorilla, COD aman',
      'Jual airsoft dan senpi rakitan lengkap peluru',
      'Jual gading gajah asli dan kulit harimau',
      'Uang palsu kualitas super 1 banding 3',
      'Jasa pembuatan ijazah asli dan KTP',
      'Krim merkuri pemutih wajah racikan dokter',
      'Jual baju bekas impor bal segel',
    ],
    topics: [
      'abortion_drug',
      'prescription_drug_sale',
      'sexual_enhancer',
      'banned_ingredient',
      'blue_label_compound',
      'hazardous_food_additive',
      'used_import_clothing',
      'unlicensed_procedure',
      'narcotic_product',
      'weapons_sale',
      'protected_wildlife',
      'counterfeit_currency',
      'forged_documents',
      'personal_data_sale',
      'tobacco_vape_sale',
      'gambling_promo',
    ],
  },
  main: {
    dimension: 'industryVertical',
    place: { platform: 'shortvideo_a', productVertical: 'creator', sceneMode: 'content' },
    offers: [
      '堕胎药米非司酮现货包邮',
      '伟哥正品壮阳药，持久不伤身',
      '处方药曲马多现货，无需处方',
      '出售大麻冰毒，私聊发货',
      '出售仿真枪气枪配件',
      '象牙手串虎骨酒现货',
      '假币高仿1:1出货，要的私聊',
      '毕业证学位证代办，学信网可查，当天加急',
      '出售个人信息手机号身份证',
    ],
    topics: ['illegal_goods', 'rx_drug_ad', 'privacy_leak', 'tobacco_ad', 'gambling'],
  },
} as const;

describe.each(Object.entries(sites))(
  'on %s what is illegal to sell',
  (site, { dimension, place, offers, topics }) => {
    const engine = engineOf(loadPack(fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url))));
    const verticals = engine.pack.meta.dimensions[dimension]?.values ?? [];

    it.each(verticals)('is a violation in the vertical %s', (vertical) => {
      const isViolation = (text: string): boolean =>
        evaluate(text, engine, { ...place, [dimension]: vertical }).findings.some(
          ({ kind, severity }) => kind === 'violation' && severity !== 'low',
        );
      expect(offers.filter((text) => !isViolation(text))).toEqual([]);
    });

    it('has no rule of patterns that knows verticals', () => {
      const narrowed = engine.pack.rules.filter(
        ({ topic, only, finder }) =>
          finder.kind !== 'learned' &&
          finder.kind !== 'claim' &&
          topics.some((one) => one === topic) &&
          only.has(dimension),
      );
      expect(narrowed.map(({ id }) => id)).toEqual([]);
    });
  },
);

describe('on id a claim to heal or to slim', () => {
  const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/id', import.meta.url))));

  it.each(['Kapsul herbal ini menyembuhkan diabetes', 'Turun 8 kg dalam 2 minggu minum kapsul ini'])(
    'is unlawful for a seller of anything: %s',
    (text) => {
      const { findings } = evaluate(text, engine, { platform: 'shortvideo_id', vertical: 'general' });
      expect(findings.some(({ kind }) => kind === 'violation')).toBe(true);
    },
  );

  it('leaves what only one line of business may not say out of the general set', () => {
    const { matching } = ruleSelector(engine.pack)({ platform: 'shortvideo_id', vertical: 'general' });
    const topics = new Set(matching.map(({ topic }) => topic));
    for (const topic of ['food_function_claim', 'instant_whitening_claim', 'false_halal_claim'])
      expect(topics.has(topic)).toBe(false);
  });
});
