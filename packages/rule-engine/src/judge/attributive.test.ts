import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';
import type { Selection } from '../pack/dimensions.ts';

/** Prefixes that describe a product by what it is without, claims of healing, and denials of healing. */
interface Site {
  readonly selection: Selection;
  readonly joiner: string;
  readonly prefixes: readonly string[];
  readonly claims: readonly string[];
  readonly denials: readonly string[];
}

const sites: Record<string, Site> = {
  us: {
    selection: { platform: 'dtc_us', vertical: 'supplement' },
    joiner: ' ',
    prefixes: [
      'Non-GMO',
      'Non-drowsy',
      'Anti-inflammatory',
      'No added sugar',
      'Gluten-free, no soy',
      'Zero-calorie',
      'Never fried',
    ],
    claims: [
      'capsules formulated for arthritis.',
      'capsules that cure gout.',
      'drops treat diabetes.',
      'gummies that cure migraines.',
      'tea heals stomach ulcers.',
      'powder reverses heart disease.',
      'tablets prevent cancer.',
      'syrup cures asthma.',
      'softgels treat depression.',
      'tonic that treats hypertension.',
      'tincture eliminates kidney stones.',
      "capsules relieve symptoms of Crohn's disease.",
    ],
    denials: [
      'It does not cure diabetes.',
      'There is no cure for gout.',
      'Not intended to treat arthritis.',
      'These non-GMO capsules never cure cancer.',
      'No tea cures asthma.',
      'No sugar can cure gout.',
      'A no-sugar tea does not treat diabetes.',
    ],
  },
  id: {
    selection: { platform: 'shortvideo_id', vertical: 'health' },
    joiner: ' ',
    prefixes: [
      'Tanpa pengawet',
      'Bebas gula',
      'Non alkohol',
      'Nol kalori',
      'Tanpa pewarna buatan',
      'Tidak mengandung gula',
    ],
    claims: [
      'herbal ini menyembuhkan diabetes',
      'kapsul menyembuhkan asam urat',
      'madu ini mengobati kanker',
      'jamu menyembuhkan maag',
      'teh ini mengatasi hipertensi',
      'minyak menyembuhkan rematik',
      'propolis membasmi kanker',
      'ramuan menyembuhkan stroke',
      'sirup mengobati asma',
      'kapsul menyembuhkan wasir',
      'tetes ini menyembuhkan TBC',
      'serbuk menyembuhkan ginjal bocor',
    ],
    denials: [
      'Produk ini tidak menyembuhkan diabetes',
      'Bukan untuk mengobati kanker',
      'tanpa klaim menyembuhkan kanker',
      'Teh tanpa gula ini tidak mengobati asma',
    ],
  },
  main: {
    selection: {
      platform: 'shortvideo_a',
      industryVertical: 'food',
      productVertical: 'creator',
      sceneMode: 'content',
    },
    joiner: '',
    prefixes: [
      '不含咖啡因的',
      '无添加的',
      '零脂肪的',
      '不含蔗糖的',
      '非油炸的',
      '不添加防腐剂的',
      '不含阿斯巴甜的',
    ],
    claims: [
      '茶可以治疗糖尿病',
      '茶能治愈高血压',
      '膏能根治痛风',
      '蜂蜜治疗失眠',
      '酵素能治疗便秘',
      '花茶治好了胃炎',
      '饮品预防癌症',
      '冲剂治愈脂肪肝',
      '代用茶治疗前列腺炎',
      '丸子能根治鼻炎',
      '粉能治疗贫血',
      '果汁能治疗关节炎',
    ],
    denials: [
      '本茶不能治疗糖尿病',
      '这款花茶不治疗失眠',
      '本品不具有治疗糖尿病的功效',
      '不含治疗糖尿病的成分',
      '不含蔗糖的茶也不能治疗高血压',
    ],
  },
};

describe.each(Object.entries(sites))('a negative that describes a noun on %s', (site, rows) => {
  const engine = engineOf(loadPack(fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url))));
  const stands = (text: string): boolean =>
    evaluate(text, engine, rows.selection).findings.some(({ topic }) => /disease|medical/.test(topic));

  it.each(['', ...rows.prefixes])('clears no claim behind it: %s', (prefix) => {
    const texts = rows.claims.map((claim) => `${prefix}${prefix && rows.joiner}${claim}`);
    expect(texts.filter((text) => !stands(text))).toEqual([]);
  });

  it('leaves denials what they are', () => expect(rows.denials.filter(stands)).toEqual([]));
});
