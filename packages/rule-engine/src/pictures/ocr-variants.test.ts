import { describe, expect, it } from 'vitest';
import { ocrVariantsOf } from './ocr-variants.ts';
import { originOf } from './offset-map.ts';

const words = new Set(['lose', 'weight', 'fast', 'cures', 'diabetes', 'naturally', 'in', 'bed']);
const textsOf = (text: string, known: ReadonlySet<string> = words) =>
  ocrVariantsOf(text, known).map((variant) => variant.text);

describe('the OCR variants of recognized lines', () => {
  it('are its lines first, then neighbouring lines as one', () => {
    expect(textsOf('Lose\nweight\nfast')).toEqual([
      'Lose\nweight\nfast',
      'Lose weight\nfast',
      'Lose\nweight fast',
      'Lose weight fast',
    ]);
    expect(textsOf('包治\n百病', new Set())).toContain('包治百病');
  });

  it('join no line to the end of a sentence, and mend hyphens', () => {
    expect(textsOf('Lose weight.\nFast')).toEqual(['Lose weight.\nFast']);
    expect(textsOf('dia-\nbetes')).toContain('diabetes');
  });

  it('join no lines of different blocks', () => {
    expect(textsOf('Lose\n\nweight\nfast')).toEqual(['Lose\nweight\nfast', 'Lose\nweight fast']);
    expect(textsOf('包\n\n治\n\n百病', new Set())).toEqual(['百病']);
  });

  it('leave out lines without a word', () => {
    expect(textsOf('~ |i l— °\nCures diabetes\n_ . ;')).toEqual(['Cures diabetes']);
    expect(textsOf('aE yr\n根治糖尿病', new Set())).toEqual(['根治糖尿病']);
    expect(textsOf('')).toEqual(['']);
  });

  it('mend figures that were taken for letters, and nothing else', () => {
    expect(textsOf('l00% O812 3456 #l 2Okg')[0]).toBe('100% 0812 3456 #1 20kg');
    expect(textsOf('Oil I love lol')[0]).toBe('Oil I love lol');
  });

  it('tell words apart that were run together, where all of them are known', () => {
    expect(textsOf('Curesdiabetesnaturally')).toContain('Cures diabetes naturally');
    expect(textsOf('Unknownwordsinbed')).toEqual(['Unknownwordsinbed']);
  });

  it('know where in the text their words stand', () => {
    const text = '| Cures ~\nDIABETES naturally |';
    for (const variant of ocrVariantsOf(text, words)) {
      const start = variant.text.indexOf('DIABETES');
      const place = originOf(variant, { start, end: start + 'DIABETES'.length });
      expect(text.slice(place.start, place.end)).toBe('DIABETES');
    }
  });

  it('of a page are its lines alone', () => {
    const page = Array.from({ length: 400 }, (_, at) => `Line ${at}`).join('\n');
    expect(textsOf(page)).toHaveLength(1);
  });
});
