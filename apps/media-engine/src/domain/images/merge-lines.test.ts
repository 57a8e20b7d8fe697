import { describe, expect, it } from 'vitest';
import { mergeLines, placedLineOf, textOfLine } from './merge-lines.ts';
import { type Line, parseWords, type Word } from './tesseract-words.ts';

/** A line of words 20 pixels high, each as wide as its text, from `left` on. */
function line(top: number, left: number, ...words: readonly (readonly [string, number])[]): Line {
  let from = left;
  return words.map(([text, confidence]): Word => {
    const word = { text, confidence, left: from, top, right: from + text.length * 10, bottom: top + 20 };
    from = word.right + 10;
    return word;
  });
}

const merged = (...runs: readonly (readonly Line[])[]) => mergeLines(runs).map(textOfLine);

describe('the merged lines of several runs', () => {
  it('hold each line once, by the run that read most with the highest confidence', () => {
    const a = [line(0, 0, ['Hubungi', 96], ['WA', 95], ['71890', 25])];
    const b = [line(2, 1, ['Hubungi', 95], ['WA', 96], ['7890', 95])];
    const c = [line(1, 0, ['Hubungi', 90])];
    expect(merged(a, b, c)).toEqual(['Hubungi WA 7890']);
  });

  it('prefer a text that two runs agree on to a longer one', () => {
    const once = [line(0, 0, ['Dijamin', 96], ['10096', 95])];
    const alike = [line(0, 0, ['Dijamin', 96], ['100%', 93])];
    expect(merged(once, alike, alike)).toEqual(['Dijamin 100%']);
  });

  it('hold lines that only one run has read', () => {
    expect(merged([line(0, 0, ['above', 90])], [line(40, 0, ['below', 90])], [])).toEqual(['above', 'below']);
  });

  it('prefer a line in one piece to the same in two', () => {
    const pieces = [line(0, 0, ['加微', 91]), line(0, 60, ['领取', 96], ['优惠券', 92])];
    const whole = [line(0, 0, ['加微', 90], ['信号', 95], ['领取', 96], ['优惠券', 93])];
    expect(merged(pieces, whole)).toEqual(['加微信号领取优惠券']);
  });

  it('go from top to bottom, and from left to right between columns', () => {
    const page = [
      line(42, 300, ['9.90', 95]),
      line(0, 100, ['Menu', 95]),
      line(82, 0, ['Tea', 95]),
      line(40, 0, ['Soup', 95]),
      line(80, 300, ['3.50', 95]),
    ];
    expect(merged(page)).toEqual(['Menu', 'Soup', '9.90', 'Tea', '3.50']);
  });

  it('leave out what is read in textures and edges', () => {
    const noise = [
      line(0, 0, ['BNgta', 0]),
      line(40, 0, ['m', 30]),
      line(80, 0, ['.', 83]),
      line(120, 0, ['9', 76], ['9', 67], ['O', 32], ['y', 2], ['Te', 51]),
      line(160, 0, ['汞', 0], ['说', 21], ['全', 12], ['号', 47]),
      line(200, 0, ['ЖЩ', 95]),
      line(240, 0, ['加', 99]),
    ];
    expect(merged(noise)).toEqual([]);
  });

  it('keep a character of low confidence in a line of high confidence', () => {
    const zh = [line(0, 0, ['七', 96], ['天', 93], ['瘦', 74], ['二', 0], ['十', 93], ['斤', 72])];
    expect(merged(zh)).toEqual(['七天瘦二十斤']);
    const en = [line(0, 0, ['Promo', 96], ['gratis', 96], ['hari', 94], ['ini', 94], ['f', 0])];
    expect(merged(en)).toEqual(['Promo gratis hari ini']);
  });
});

describe('a line as text', () => {
  it('has no spaces in scripts that have none, and keeps those between others', () => {
    const mixed = line(0, 0, ['加', 90], ['微信', 90], ['号', 90], ['abc', 90], ['123', 90], ['领', 90]);
    expect(textOfLine(mixed)).toBe('加微信号abc 123领');
  });
});

describe('the characters of a line', () => {
  it('have their part of the box of their word, and spaces the gap', () => {
    const { text, characters } = placedLineOf(line(100, 40, ['Cures', 90], ['it', 90]));
    expect(text).toBe('Cures it');
    expect(characters.map(({ left, right }) => [left, right])).toEqual(
      [40, 50, 60, 70, 80, 90, 100, 110].map((left) => [left, left + 10]),
    );
    expect(characters.every(({ top, bottom }) => top === 100 && bottom === 120)).toBe(true);
  });

  it('are those of the text without spaces between Chinese characters', () => {
    const { text, characters } = placedLineOf(line(0, 0, ['根治', 90], ['A1', 90], ['病', 90]));
    expect([text, characters.map(({ left }) => left)]).toEqual(['根治A1病', [0, 10, 30, 40, 60]]);
  });
});

describe('tesseract’s table', () => {
  const head =
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext';

  it('is parsed to lines of words with their boxes on the page', () => {
    const tsv = [
      head,
      '1\t1\t0\t0\t0\t0\t0\t0\t810\t810\t-1\t',
      '4\t1\t1\t1\t1\t0\t30\t60\t300\t20\t-1\t',
      '5\t1\t1\t1\t1\t1\t30\t60\t90\t20\t96.5\tLose',
      '5\t1\t1\t1\t1\t2\t150\t60\t30\t20\t91\t20',
      '5\t1\t1\t1\t1\t3\t200\t60\t30\t20\t95\t ',
      '5\t1\t1\t1\t2\t1\t30\t90\t90\t20\t80\tCures',
      'broken\trow',
      '',
    ].join('\n');
    const [first, second] = parseWords(tsv, { left: 0, top: 1_320, scale: 2 });
    expect(first).toEqual([
      { text: 'Lose', confidence: 96.5, left: 60, top: 1_440, right: 240, bottom: 1_480 },
      { text: '20', confidence: 91, left: 300, top: 1_440, right: 360, bottom: 1_480 },
    ]);
    expect(second?.map(({ text }) => text)).toEqual(['Cures']);
  });

  it('is read to a bound, however much noise there is', () => {
    const rows = Array.from({ length: 5_000 }, (_, n) => `5\t1\t1\t1\t${n}\t1\t0\t0\t9\t9\t90\tword`);
    expect(parseWords([head, ...rows].join('\n'), { left: 0, top: 0, scale: 1 }).length).toBe(400);
  });
});
