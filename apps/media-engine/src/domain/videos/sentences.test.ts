import { describe, expect, it } from 'vitest';
import { sentencesOf, timedByPauses } from './sentences.ts';

const spoken = (startSeconds: number, endSeconds: number, text: string) => ({
  startSeconds,
  endSeconds,
  text,
});

describe('sentences of a transcript', () => {
  it('share the time of a part by their length', () => {
    expect(sentencesOf([spoken(10, 20, 'Buy now. Pay $9.99 later on!')])).toEqual([
      ...[spoken(10, 12.963, 'Buy now.'), spoken(12.963, 20, 'Pay $9.99 later on!')],
    ]);
  });

  it('are joined if a part ends in the middle of one', () => {
    const parts = [spoken(0, 2, 'This tea'), spoken(2.1, 4, 'cures colds.'), spoken(4, 5, 'Try it.')];
    expect(sentencesOf(parts)).toEqual([spoken(0, 4, 'This tea cures colds.'), spoken(4, 5, 'Try it.')]);
  });

  it('are not joined over a pause, nor to more than twenty seconds', () => {
    const parts = [spoken(0, 2, 'This tea'), spoken(4, 5, 'cures colds'), spoken(5, 26, 'and so on.')];
    expect(sentencesOf(parts)).toEqual(parts);
  });

  it('are the parts if there is no punctuation at all', () => {
    const parts = [spoken(0, 2, '一周瘦十斤'), spoken(2, 4, '无效退款')];
    expect(sentencesOf(parts)).toEqual(parts);
  });

  it('end at Chinese marks without a space', () => {
    expect(sentencesOf([spoken(0, 9, '口感清新。一盒喝一个月！')]).map(({ text }) => text)).toEqual([
      ...['口感清新。', '一盒喝一个月！'],
    ]);
  });
});

describe('sentences without times', () => {
  const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

  it('are the sounds if there are as many', () => {
    expect(timedByPauses('Buy now. Pay later.', [span(1, 2), span(5, 7)])).toEqual([
      ...[spoken(1, 2, 'Buy now.'), spoken(5, 7, 'Pay later.')],
    ]);
  });

  it('take their share of the sound otherwise, and begin where a sound begins nearby', () => {
    const text = 'One two three. Four five six. Seven eight nine ten.';
    expect(timedByPauses(text, [span(0, 6), span(10, 14)])).toEqual([
      ...[spoken(0, 2.857, 'One two three.'), spoken(2.857, 6, 'Four five six.')],
      spoken(10, 14, 'Seven eight nine ten.'),
    ]);
  });

  it('are in order inside the sound, whatever it is like', () => {
    const text = 'A b c. '.repeat(50);
    for (const sounds of [[span(3, 4)], [span(0, 1), span(90, 91)], [span(5, 500)]]) {
      const sentences = timedByPauses(text, sounds);
      expect(sentences).toHaveLength(50);
      let before = 0;
      for (const { startSeconds, endSeconds } of sentences) {
        expect(startSeconds).toBeGreaterThanOrEqual(before);
        expect(endSeconds).toBeGreaterThanOrEqual(startSeconds);
        before = startSeconds;
      }
    }
  });
});
