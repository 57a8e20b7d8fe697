import { describe, expect, it } from 'vitest';
import type { ShownLine } from '../images/shown-line.ts';
import { type Caption, captionsOf, seenWordsOf } from './caption.ts';
import { followLines } from './follow-lines.ts';

/** A line in letters that are ten pixels wide and twenty high. */
const line = (text: string, y = 600, x = 100): ShownLine => ({
  text,
  boxes: Array.from({ length: text.length }, (_, at) => [x + at * 10, y, 10, 20]).flat(),
});

/** A video of frames a second apart, unless times are given; each has a picture of its own. */
function captionsIn(
  frames: readonly (readonly ShownLine[] | undefined)[],
  times = frames.map((_, at) => at),
): readonly Caption[] {
  const samples = times.map((timeSeconds, frame) => ({ timeSeconds, frame }));
  return captionsOf(followLines({ samples, lines: frames, durationSeconds: (times.at(-1) ?? 0) + 1 }));
}
const shown = (captions: readonly Caption[]) =>
  captions.map(({ text, startSeconds, endSeconds }) => [text, startSeconds, endSeconds]);

describe('a caption', () => {
  it('is a line that stands on following frames, until the first that lacks it', () => {
    const tea = line('This tea is green');
    expect(shown(captionsIn([[], [tea], [tea], [line('Try it today')], []]))).toEqual([
      ['This tea is green', 1, 3],
      ['Try it today', 3, 4],
    ]);
  });

  it('is what most frames say, whatever one of them misreads', () => {
    const read = ['This lea is green', 'This tea is green', 'This tea is green!', 'this tea is green'];
    expect(shown(captionsIn(read.map((text, at) => [line(text, 600 + at, 100 - at)])))).toEqual([
      ['This tea is green', 0, 4],
    ]);
  });

  it('goes on over a frame on which it was not read, and not over two', () => {
    const tea = line('This tea is green');
    expect(shown(captionsIn([[tea], [], [tea], [tea]]))).toEqual([['This tea is green', 0, 4]]);
    expect(shown(captionsIn([[tea], undefined, undefined, [tea]]))).toEqual([['This tea is green', 0, 4]]);
    expect(shown(captionsIn([[tea], [], [], [tea]]))).toEqual([
      ['This tea is green', 0, 1],
      ['This tea is green', 3, 4],
    ]);
    expect(shown(captionsIn([[tea], [], [tea]], [0, 16, 32]))).toHaveLength(2);
  });

  it('has the lines that come and go with it, and no others', () => {
    const both = [line('This tea is', 560), line('very green', 590)];
    const mark = line('TEAHOUSE', 40, 900);
    expect(shown(captionsIn([[mark], [mark, ...both], [mark, ...both], [mark, line('Buy it')]]))).toEqual([
      ['TEAHOUSE', 0, 4],
      ['This tea is\nvery green', 1, 3],
      ['Buy it', 3, 4],
    ]);
  });

  it('is another one at another place, and when figures change; a clock is one', () => {
    const sale = [line('Now 10% off', 600), line('00:59', 40, 900)];
    const more = [line('Now 70% off', 600), line('00:58', 40, 900)];
    expect(shown(captionsIn([sale, more]))).toEqual([
      ['00:59', 0, 2],
      ['Now 10% off', 0, 1],
      ['Now 70% off', 1, 2],
    ]);
    const there = captionsIn([[line('Tea', 600)], [line('Tea', 40, 900)]]);
    expect(shown(there)).toEqual([
      ['Tea', 0, 1],
      ['Tea', 1, 2],
    ]);
  });

  it('is one that appears word by word, and one that slides or scrolls to another place', () => {
    const words = ['This', 'This tea', 'This tea is green'];
    expect(shown(captionsIn(words.map((text) => [line(text)])))).toEqual([['This tea is green', 0, 3]]);
    const first = 'This tea is green';
    expect(shown(captionsIn([[line(first)], [line(first, 570), line('and it is good')]]))).toEqual([
      [first, 0, 2],
      ['and it is good', 1, 2],
    ]);
  });

  it('is one line that moves through the picture, read as a whole and once', () => {
    const news = 'Free shipping on all orders until Sunday in every shop of ours +++ ';
    const round = news.repeat(3);
    const at = (start: number) => [line(round.slice(start, start + 40), 680, 100)];
    const captions = captionsIn(Array.from({ length: 16 }, (_, step) => at(step * 8)));
    expect(captions).toHaveLength(1);
    const [{ text = '', startSeconds, endSeconds, isMoving } = {}] = captions;
    expect([startSeconds, endSeconds, isMoving]).toEqual([0, 16, true]);
    expect(text).toContain(news.slice(0, 60));
    expect(text.length).toBeLessThan(2 * news.length);
  });

  it('moves on though it is read in pieces, or one of them alone', () => {
    const news = 'Free shipping on all orders until Sunday in every shop of ours';
    const at = (start: number, end = start + 30, x = 100) => line(news.slice(start, end), 680, x);
    const frames = [[at(0)], [at(8)], [at(14, 24)], [at(21, 27), at(28, 54, 170)], [at(30)]];
    const [{ text = '' } = {}, ...others] = captionsIn(frames);
    expect(text).toBe(news.slice(0, 60));
    expect(others).toEqual([]);
  });

  it('goes on while the picture stays or comes back, though its frame is looked at once', () => {
    const lines = [[], [line('This tea is green')]];
    const samples = [0, 1, 1, 1, 0, 0, 0, 1].map((frame, timeSeconds) => ({ timeSeconds, frame }));
    expect(shown(captionsOf(followLines({ samples, lines, durationSeconds: 8 })))).toEqual([
      ['This tea is green', 1, 4],
      ['This tea is green', 7, 8],
    ]);
  });

  it('knows where a part of it is on the frame where it is first seen', () => {
    const both = [line('This tea is', 560), line('very green', 590)];
    const [caption] = captionsIn([[], both, both]);
    const start = 'This '.length;
    expect(caption && seenWordsOf(caption, start, 'This tea is\nvery'.length)).toEqual({
      frame: 1,
      boxes: [
        { x: 150, y: 560, width: 60, height: 20 },
        { x: 100, y: 590, width: 40, height: 20 },
      ],
    });
    expect(caption && seenWordsOf(caption, 4, 5)).toBeNull();
  });

  it('is none of single letters, and of no more lines than a picture has', () => {
    expect(captionsIn([[line('x')], [line('x')]])).toEqual([]);
    const page = Array.from({ length: 80 }, (_, row) => line(`Line number ${row} of a page`, row * 100));
    expect(captionsIn([page])).toHaveLength(50);
  });
});
