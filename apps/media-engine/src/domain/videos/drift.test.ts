import { describe, expect, it } from 'vitest';
import { compareWithScript } from './drift.ts';

/** Which of the words are improvised. */
const improvised = (said: string, script: string, ...words: readonly string[]) => {
  const isImprovised = compareWithScript(said, script);
  return words.filter((word) => {
    const start = said.indexOf(word);
    return isImprovised(start, start + word.length);
  });
};

const script =
  'Our green tea is grown in the hills. It tastes fresh, and one box lasts a month. Great value! Order today.';
const skript = '我们的绿茶来自高山茶园，口感清新，一盒可以喝一个月。价格实惠！欢迎下单。';

describe('what a speaker adds to an approved script', () => {
  it('is nothing where it is read as written, whatever marks and capitals a transcriber sets', () => {
    const said =
      'our green tea is grown in the hills it tastes fresh and one box lasts a month great value order today';
    expect(compareWithScript(said, script)(0, said.length)).toBe(false);
  });

  it('is nothing where parts are left out or come in another order', () => {
    const said =
      'It tastes fresh, and one box lasts a month. Our green tea is grown in the hills. Great value!';
    expect(compareWithScript(said, script)(0, said.length)).toBe(false);
  });

  it('is found between sentences of the script', () => {
    const said = 'Our green tea is grown in the hills. And it cures diabetes, guaranteed. Order today.';
    expect(improvised(said, script, 'cures diabetes', 'guaranteed', 'green tea', 'Order today')).toEqual([
      'cures diabetes',
      'guaranteed',
    ]);
  });

  it('is found inside a sentence of the script', () => {
    const said =
      'Our green tea is grown in the hills. It tastes fresh, cures cancer, and one box lasts a month.';
    expect(improvised(said, script, 'tastes fresh', 'cures cancer', 'one box lasts')).toEqual([
      'cures cancer',
    ]);
  });

  it('is found though each of its words stands somewhere in the script', () => {
    const said = 'Our green tea is great. Order a month fresh.';
    expect(improvised(said, script, 'great', 'Order a month')).toEqual(['great', 'Order a month']);
  });

  it('is nothing where Chinese is read as written, also in traditional characters and without marks', () => {
    const said = '我們的綠茶來自高山茶園 口感清新 一盒可以喝一個月 價格實惠 歡迎下單';
    expect(compareWithScript(said, skript)(0, said.length)).toBe(false);
  });

  it('is found in Chinese, between sentences and inside them', () => {
    const said = '我们的绿茶来自高山茶园，包治百病，口感清新。全网第一！价格实惠！';
    expect(improvised(said, skript, '高山茶园', '包治百病', '口感清新', '全网第一', '价格实惠')).toEqual([
      '包治百病',
      '全网第一',
    ]);
  });

  it('is everything where another script was approved', () => {
    const said = 'Buy our shoes now.';
    expect(improvised(said, script, 'Buy', 'shoes', 'now')).toEqual(['Buy', 'shoes', 'now']);
  });

  it('is found in time in the longest transcript against the longest script', () => {
    const long = 'the tea and the cup and the tea '.repeat(160);
    const startMs = performance.now();
    compareWithScript(long.repeat(20), long);
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });
});
