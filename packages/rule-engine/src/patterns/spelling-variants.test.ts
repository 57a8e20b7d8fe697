import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { structureOf } from '../document/structure.ts';
import { pinyinSounds } from '../language/sounds.ts';
import { loadPack } from '../load/pack-files.ts';
import { occurrencesOf } from './occurrences.ts';
import { soundTableOf } from './sound-table.ts';
import { originalOf, variantTexts } from './spelling-variants.ts';
import { termScan } from './term-scan.ts';

const { pack } = loadPack(fileURLToPath(new URL('../../../../packs/main', import.meta.url)));
const { language, vocabulary } = pack;
const table = soundTableOf(
  {
    spellings: [],
    soundAlikes: { words: ['减肥', '全网最低'], everyday: '是', except: ['剪肥皂'] },
    splits: [
      { character: '治', as: ['氵台'] },
      { character: '疗', as: ['疒了'] },
    ],
  },
  ['治疗', '根治', '赌场', '微信', '糖尿病', '减肥', '全网最低'],
  pinyinSounds,
);
const readings = (text: string): string[] =>
  variantTexts(structureOf(text, language), table, pinyinSounds).flatMap(({ text: read, pieces }) =>
    pieces.flatMap(({ from, to, start, end, fold }) =>
      fold !== null ? `${text.slice(start, end)} ${read.slice(from, to)} ${fold}` : [],
    ),
  );

describe('what is spelled by sound or by parts', () => {
  it.each([
    ['贴膏能zhi疗关节', ['zhi 治 pinyin']],
    ['贴膏能治liáo关节', ['liáo 疗 pinyin']],
    ['贴膏能治-LIAO关节', ['LIAO 疗 pinyin']],
    ['在线du场', ['du 赌 pinyin']],
    ['zhiliao', ['zhiliao 治疗 pinyin']],
    ['加 zhi liao', ['zhi liao 治疗 pinyin']],
    ['糖niaobing人', ['niaobing 尿病 pinyin']],
    ['三天剪肥', ['剪肥 减肥 homophone']],
    ['荃网嘴低', ['荃网嘴低 全网最低 homophone']],
    ['能氵台疒了', ['氵台 治 split', '疒了 疗 split']],
    ['+薇领取', ['薇 加薇 pictogram']],
  ])('is read: %s', (text, expected) => {
    expect(readings(text)).toEqual(expected);
  });

  it.each([
    ['the word as it is', '三天减肥，治疗中'],
    ['a sound with nothing of the word beside it', '卖du品'],
    ['two of two characters', '煎非'],
    ['a word of its own', '手工剪肥皂'],
    ['a frequent character', '简是'],
    ['Latin words', 'NIKE 同款 iPhone 手机壳'],
    ['a short word of a foreign language', 'liao du'],
    ['across a line', '治\nliao'],
    ['a sum', '1 + 1 特价'],
  ])('is not read where there is none: %s', (_, text) => {
    expect(readings(text)).toEqual([]);
  });

  it('is bounded, however much of it there is', () => {
    const many = readings('治liao，'.repeat(1_500));
    expect(many).toHaveLength(400);
  });

  it('has its place in the original, whole or not at all', () => {
    const text = `${'a'.repeat(60)}。能zhi疗，${'好'.repeat(60)}在线du场`;
    const [read] = variantTexts(structureOf(text, language), table, pinyinSounds);
    if (!read) return expect.unreachable();
    for (const [word, written] of [
      ['治疗', 'zhi疗'],
      ['赌场', 'du场'],
    ] as const) {
      const start = read.text.indexOf(word);
      const place = originalOf(read, { start, end: start + word.length });
      expect(text.slice(place?.start, place?.end)).toBe(written);
    }
    const [whole] = variantTexts(structureOf('zhiliao', language), table, pinyinSounds);
    expect(whole && originalOf(whole, { start: 0, end: 1 })).toBeNull();
  });
});

describe('the words of an amount', () => {
  const { pack: us } = loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url)));
  const scan = termScan(us);
  const found = (text: string): string[] => {
    const structure = structureOf(text, us.language, us.vocabulary.words);
    return occurrencesOf(scan(structure)).map(({ first, last, folds }) => {
      const [start, end] = [structure.tokens[first]?.start, structure.tokens[last - 1]?.end];
      return `${text.slice(start, end)} ${folds.join()}`.trim();
    });
  };

  it.each([
    ['a 25mg gummy', 'mg'],
    ['works 4x faster than', 'x'],
    ['lost 15lbs', 'lbs'],
  ])('are found without the space: %s', (text, word) => {
    expect(found(text)).toContain(word);
    expect(found(text.replace(/(\d)([a-z])/, '$1 $2'))).toEqual(expect.arrayContaining([word]));
  });

  it.each([
    ['¢ures gout', 'leet'],
    ['it cure$ gout', 'leet'],
    ['ⓒⓤⓡⓔⓢ gout', ''],
    ['curєs gout', 'homoglyph'],
  ])('and words with signs and drawn letters at their ends are found whole: %s', (text, fold) => {
    const structure = structureOf(text, us.language, us.vocabulary.words);
    const words = occurrencesOf(scan(structure));
    const first = structure.tokens.findIndex(({ start }) => start >= text.length - ' gout'.length - 5);
    expect(words).toContainEqual(
      expect.objectContaining({ first, last: first + 1, folds: fold ? [fold] : [] }),
    );
  });

  it('are found once, and nothing within a word is', () => {
    expect(found('a 25mg gummy').filter((one) => one === 'gummy')).toHaveLength(1);
    expect(found('p3cure')).not.toContain('cure');
  });
});

describe('terms of a pack that are spelled by sound', () => {
  const scan = termScan(pack);
  it.each([
    ['这款茶能zhi疗糖niao病', 'pinyin'],
    ['十天剪肥十斤', 'homophone'],
    ['贴膏能氵台疒了湿疹', 'split'],
  ])('are found with the disguise named: %s', (text, fold) => {
    const matches = occurrencesOf(scan(structureOf(text, language, vocabulary.words)));
    expect(matches.flatMap(({ folds }) => folds)).toContain(fold);
  });
});
