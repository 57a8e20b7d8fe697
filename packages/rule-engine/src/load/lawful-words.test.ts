import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyze } from '../evaluate/analyze.ts';
import { engineOf } from '../evaluate/engine.ts';
import { loadPack } from './pack-files.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/main', import.meta.url))));
const place = {
  platform: 'lifestyle_community',
  industryVertical: 'food',
  productVertical: 'creator',
  sceneMode: 'ad',
};
const topicsIn = (text: string): string[] =>
  analyze(text, engine, place).candidates.flatMap(({ rule }) =>
    rule.risk === 'violation' ? [rule.topic] : [],
  );

describe('an exempt use of an absolute term', () => {
  it.each([
    '国家级非遗传承人手工制作的月饼',
    '荣获2019年度最佳设计奖的月饼礼盒',
    '店里最受欢迎的月饼',
    '本店宗旨：顾客永远第一。',
    '开封后最佳食用期是三天。',
  ])('is lawful: %s', (text) => {
    expect(topicsIn(text)).not.toContain('absolute_terms');
  });

  it.each([
    '国家级非遗 全国最好吃',
    '国家级非遗传承人手工制作，全国最好吃的月饼',
    '店里最受欢迎的月饼，全国第一好吃',
    '开封后最佳食用期是三天，全网最低价',
    '本店宗旨顾客永远第一，月饼行业唯一顶级品质',
  ])('says nothing for another in its sentence: %s', (text) => {
    expect(topicsIn(text)).toContain('absolute_terms');
  });
});
