import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { loadPack } from '../load/pack-files.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/main', import.meta.url))));

function topicsIn(text: string, by = engine): string[] {
  const place = {
    platform: 'shortvideo_a',
    industryVertical: 'general',
    productVertical: 'creator',
    sceneMode: 'content',
    medium: 'text',
  };
  const { findings } = evaluate(text, by, place);
  return findings
    .filter(({ kind }) => kind === 'violation')
    .map(({ ruleId }) => ruleId.slice('main.'.length, ruleId.lastIndexOf('.')));
}

describe('a slogan that names no goods', () => {
  it.each([
    ['根治湿疹，绝不复发', 'drug-device-claim'],
    ['治愈率高达九成七', 'drug-device-claim'],
    ['稳赚不赔，先到先得', 'finance-guarantee'],
    ['包过，考不上退钱', 'education-guarantee'],
  ])('claims all the same: %s', (text, topic) => expect(topicsIn(text)).toContain(topic));

  it('is no claim where its words are the title of a work, by rules; the reader does not see it yet', () =>
    expect(topicsIn('《根治湿疹》，皮肤科随笔', { ...engine, reader: null })).toEqual([]));

  it('presumes nothing once the text is long enough to say what it speaks of', () =>
    expect(
      topicsIn('周末在图书馆坐了一个下午，把上个月没看完的那本小说看完了，结局里那位郎中说根治二字最难写。'),
    ).toEqual([]));
});

describe('a comparison with oneself', () => {
  it.each(['全国第一品牌，史上最低价', '我们店开店以来全网最低价'])(
    'ends where others are meant: %s',
    (text) => expect(topicsIn(text)).toContain('absolute-terms'),
  );

  it('is lawful of the own shop', () => expect(topicsIn('我们店开店以来最低价，三十九元')).toEqual([]));
});

describe('two claims in one line', () => {
  it('are heard each by itself', () =>
    expect(topicsIn('加微信进群，稳赚不赔')).toEqual(
      expect.arrayContaining(['offsite-diversion', 'finance-guarantee']),
    ));
});
