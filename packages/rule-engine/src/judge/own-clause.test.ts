import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

/** Openings of another clause than the claim's, claims, and copy in which the claim's own clause makes it lawful. */
const sites = {
  us: {
    selection: { platform: 'dtc_us', vertical: 'supplement' },
    openings: [
      'Unless you like pain, ',
      'Ours never quits: ',
      'We never stop: ',
      'Not a gimmick: ',
      'No nonsense: ',
      'Not for the timid; ',
      'Until now you suffered, ',
    ],
    claims: [
      'our capsules cure gout.',
      'these tablets prevent cancer.',
      'our serum regrows hair.',
      'doctors recommend it.',
      'it kills 99.9% of germs.',
      'it is FDA approved.',
    ],
    lawful: [
      'It never kills germs, we make no such claim.',
      'Our results are never guaranteed.',
      "What it won't do: cure gout, prevent cancer.",
      'We never say: cures gout.',
    ],
  },
  id: {
    selection: { platform: 'shortvideo_id', vertical: 'health' },
    openings: [
      'Yang asli ',
      'Beda sama yang lain, yang asli ',
      'Tidak ada yang lain: ',
      'Punya kami tidak pernah gagal: ',
    ],
    claims: [
      'kapsul ini menyembuhkan diabetes',
      'obat kuat tahan lama di ranjang',
      'penggugur kandungan tuntas',
    ],
    lawful: [
      'Kami tidak pernah bilang: menyembuhkan diabetes',
      'Cara membedakan jamu palsu yang menyembuhkan diabetes',
    ],
  },
  main: {
    selection: {
      platform: 'shortvideo_a',
      industryVertical: 'food',
      productVertical: 'creator',
      sceneMode: 'content',
    },
    openings: ['我家从不骗人：', '不是普通货：', '从来不吹：', '除非你不信，'],
    claims: ['本茶能治疗糖尿病', '蜂蜜根治痛风', '全网第一的品质', '专家推荐'],
    lawful: ['我们从不说：治疗糖尿病', '本店不承诺：根治痛风'],
  },
} as const;

describe.each(Object.entries(sites))(
  'on %s words of another clause',
  (site, { selection, openings, claims, lawful }) => {
    const engine = engineOf(loadPack(fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url))));
    const stands = (text: string): boolean =>
      evaluate(text, engine, selection).findings.some(
        ({ kind, source }) => kind === 'violation' && source === 'rule',
      );

    it.each(['', ...openings])('make no claim lawful: %s', (opening) => {
      expect(claims.map((claim) => opening + claim).filter((text) => !stands(text))).toEqual([]);
    });

    it('are told from those of its own', () => expect(lawful.filter(stands)).toEqual([]));
  },
);
