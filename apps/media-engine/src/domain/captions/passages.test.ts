import { describe, expect, it } from 'vitest';
import type { Caption } from './caption.ts';
import { passagesOfCaptions } from './passages.ts';

const caption = (
  text: string,
  startSeconds: number,
  endSeconds: number,
  changes: Partial<Caption> = {},
): Caption => ({
  text,
  startSeconds,
  endSeconds,
  lines: [[]],
  place: { x: 100, y: 600, width: 400, height: 40 },
  isMoving: false,
  lettersByFrame: new Map(),
  ...changes,
});
const textsOf = (captions: readonly Caption[]) => passagesOfCaptions(captions).map(({ text }) => text);
const titled = (...texts: readonly string[]) => texts.map((text, at) => caption(text, at * 2, at * 2 + 2));

describe('captions that follow one another', () => {
  it('are one passage, a sentence that goes on in one line, and each is found in it', () => {
    const captions = titled('This tea cures', 'gout and colds.', 'Try it', 'today.');
    const [passage] = passagesOfCaptions(captions);
    expect(passage?.text).toBe('This tea cures gout and colds.\nTry it today.');
    expect(passage?.pieces.map(({ start, end }) => passage.text.slice(start, end))).toEqual(
      captions.map(({ text }) => text),
    );
  });

  it('are lines of their own where nothing says that a sentence goes on', () => {
    expect(textsOf(titled('NEW TEA', 'HALF PRICE'))).toEqual(['NEW TEA\nHALF PRICE']);
    expect(textsOf(titled('NEW TEA', 'Half price', 'Ask for it.'))).toEqual([
      'NEW TEA\nHalf price\nAsk for it.',
    ]);
    expect(textsOf(titled('三天根治', '糖尿病'))).toEqual(['三天根治\n糖尿病']);
    expect(textsOf(titled('这款茶，', '三天根治', '糖尿病。'))).toEqual(['这款茶，三天根治糖尿病。']);
    expect(textsOf(titled('This tea', 'cures gout'))).toEqual(['This tea cures gout']);
  });

  it('are at one place, without a pause, and one after the other', () => {
    const first = caption('This tea cures', 0, 2);
    expect(textsOf([first])).toEqual([]);
    expect(textsOf([first, caption('gout', 4, 6)])).toEqual([]);
    expect(textsOf([first, caption('gout', 0, 2)])).toEqual([]);
    const elsewhere = { place: { x: 100, y: 40, width: 400, height: 40 } };
    expect(textsOf([first, caption('gout', 2, 4, elsewhere)])).toEqual([]);
    const larger = { place: { x: 100, y: 590, width: 400, height: 90 } };
    expect(textsOf([first, caption('gout', 2, 4, larger)])).toEqual([]);
    const lines = { ...larger, lines: [[], []] };
    expect(textsOf([first, caption('gout\nat once', 2, 4, lines)])).toEqual(['This tea cures gout\nat once']);
  });

  it('are found beside what stands all along', () => {
    const mark = caption('TEAHOUSE', 0, 9, { place: { x: 900, y: 40, width: 200, height: 40 } });
    const [first, second] = titled('This tea cures', 'gout');
    expect(textsOf([mark, ...[first, second].flatMap((one) => one ?? [])])).toEqual(['This tea cures gout']);
  });

  it('are several passages where they are many, which overlap', () => {
    const texts = Array.from({ length: 200 }, (_, at) => `caption ${at} has some words`);
    const captions = titled(...texts);
    const passages = passagesOfCaptions(captions);
    expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(2_000);
    for (let at = 1; at < captions.length; at++) {
      const both = passages.some(({ pieces }) =>
        [at - 1, at].every((one) => pieces.some((piece) => piece.caption === one)),
      );
      expect(both).toBe(true);
    }
  });

  it('that move through the picture are evaluated alone, too: no frame has all of one', () => {
    expect(textsOf([caption('free shipping on all orders', 0, 9, { isMoving: true })])).toHaveLength(1);
  });
});
