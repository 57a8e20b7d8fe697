import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Picture, Rectangle } from './picture.ts';
import { openTextRecognizer, type TextLine, type TextRecognizer } from './text-recognizer.ts';

/** Draws lines of 32 pixels at places of their own. */
async function drawn(
  width: number,
  height: number,
  lines: readonly (readonly [text: string, x: number, y: number, turned?: number])[],
): Promise<Picture> {
  const texts = lines.map(
    ([text, x, y, turned = 0]) =>
      `<text transform="translate(${x} ${y}) rotate(${turned})" xml:space="preserve" font-family="DejaVu Sans, sans-serif" font-size="32" fill="#222">${text}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${texts.join('')}</svg>`;
  const rgb = await sharp(Buffer.from(svg)).flatten().toColourspace('srgb').raw().toBuffer();
  return { width, height, rgb };
}

/** Returns the rectangle around the characters of some words. */
function placeOf({ text, characters }: TextLine, words: string): Rectangle {
  const start = text.indexOf(words);
  const found = start < 0 ? [] : characters.slice(start, start + words.length);
  return {
    left: Math.min(...found.map(({ left }) => left)),
    top: Math.min(...found.map(({ top }) => top)),
    right: Math.max(...found.map(({ right }) => right)),
    bottom: Math.max(...found.map(({ bottom }) => bottom)),
  };
}

/** Returns the rectangle around the dark pixels of a picture. */
function inkOf({ width, rgb }: Picture): Rectangle {
  const dark = [...rgb.keys()].filter((at) => at % 3 === 0 && rgb[at]! < 128).map((at) => at / 3);
  const xs = dark.map((at) => at % width);
  const ys = dark.map((at) => Math.floor(at / width));
  const [min, max] = [(a: number, b: number) => Math.min(a, b), (a: number, b: number) => Math.max(a, b)];
  return { left: xs.reduce(min), top: ys.reduce(min), right: xs.reduce(max) + 1, bottom: ys.reduce(max) + 1 };
}

let recognizer: TextRecognizer;
beforeAll(async () => {
  recognizer = await openTextRecognizer();
});
const textsOf = async (picture: Picture) => (await recognizer.read(picture)).lines.map(({ text }) => text);

describe('the text recognizer', () => {
  it('reads lines with their words apart, and tells where each is', async () => {
    const picture = await drawn(600, 200, [
      ['Cures diabetes naturally', 40, 60],
      ['Only today', 40, 140],
    ]);
    const { lines } = await recognizer.read(picture);
    expect(lines.map(({ text }) => text)).toEqual(['Cures diabetes naturally', 'Only today']);
    const [first] = lines;
    expect(first?.confidence).toBeGreaterThan(0.9);
    expect(Math.abs((first?.box.x ?? 0) - 250)).toBeLessThan(20);
    expect(Math.abs((first?.box.y ?? 0) - 50)).toBeLessThan(10);
  });

  it.each([-30, 20, 90, -90, 180])('reads a line that is turned by %i°', async (degrees) => {
    expect(await textsOf(await drawn(640, 640, [['Cures diabetes', 320, 320, degrees]]))).toEqual([
      'Cures diabetes',
    ]);
  });

  it.each([0, -30, 20, 90, -90, 180])(
    'knows where words are in a line that is turned by %i°',
    async (degrees) => {
      // The words before them are drawn in the colour of the paper for the one that is measured.
      const line = (before: string, words: string, after: string) =>
        drawn(640, 640, [[`${before}${words}${after}`, 320, 320, degrees]]);
      const { lines } = await recognizer.read(await line('Tea ', 'cures gout', ' today'));
      const hidden = (words: string) => `<tspan fill="#fff">${words}</tspan>`;
      const ink = inkOf(await line(hidden('Tea '), 'cures gout', hidden(' today')));
      const found = placeOf(lines[0]!, 'cures gout');
      for (const side of ['left', 'top', 'right', 'bottom'] as const)
        expect(Math.abs(found[side] - ink[side]), `${side} of ${JSON.stringify(found)}`).toBeLessThan(12);
    },
  );

  it('begins no line after its time, and says so', async () => {
    const picture = await drawn(600, 100, [['Cures diabetes naturally', 40, 60]]);
    expect(await recognizer.read(picture, 0)).toEqual({ lines: [], isComplete: false });
  });

  it('takes no shape alone for a character', async () => {
    const rgb = new Uint8Array(200 * 200 * 3).fill(230);
    for (let y = 40; y < 160; y++)
      for (let x = 40; x < 160; x++)
        if (Math.abs(Math.hypot(x - 100, y - 100) - 50) < 6)
          rgb.fill(40, 3 * (y * 200 + x), 3 * (y * 200 + x) + 3);
    expect(await textsOf({ width: 200, height: 200, rgb })).toEqual([]);
  });

  it('finds no text on an empty picture, nor on one of a single pixel', async () => {
    expect(await textsOf(await drawn(200, 100, []))).toEqual([]);
    expect(await textsOf({ width: 1, height: 1, rgb: new Uint8Array(3) })).toEqual([]);
  });

  it('reads the same in WebAssembly, where native code does not run', async () => {
    const web = await openTextRecognizer({}, ['web']);
    const { lines } = await web.read(await drawn(400, 100, [['Cures diabetes', 40, 60]]));
    expect([web.runtime, ...lines.map(({ text }) => text)]).toEqual(['web', 'Cures diabetes']);
  });
});
