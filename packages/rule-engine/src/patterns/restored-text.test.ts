import { describe, expect, it } from 'vitest';
import { restoreText } from './restored-text.ts';

describe('a text with its disguises taken off', () => {
  it.each([
    ['digits for letters', 'It cur3s gout, B. Lee', 'It cures gout, B. Lee'],
    ['signs between letters', 'It c*u*r*e*s gout', 'It cures gout'],
    ['invisible characters', 'It cu\u200bres gout', 'It cures gout'],
    ['letters of other scripts', 'It сures gout', 'It cures gout'],
    ['capitals', 'IT CURES GOUT\nSize XL, USB-C', 'it cures gout\nSize XL, USB-C'],
    ['signs between characters', '这款能治*疗糖尿病', '这款能治疗糖尿病'],
  ])('is the text that is meant: %s', (_, text, meant) => {
    expect(restoreText(text)?.text).toBe(meant);
  });

  it.each([
    'It cures GOUT in 24 hours: $19.99 (café).',
    '补水 美白 ✨ 好用',
    'Ｃures gout',
    '👩‍⚕️ soft towels',
  ])('is none where nothing is disguised: %s', (text) => {
    expect(restoreText(text)).toBeNull();
  });

  it('leads back to the original at every unit', () => {
    const text = 'Soap! It c*u*r*e*s gout.';
    const restored = restoreText(text);
    expect(restored?.originalOf).toHaveLength((restored?.text.length ?? 0) + 1);
    expect(restored?.originalOf[restored.text.indexOf('gout')]).toBe(text.indexOf('gout'));
    expect(restored?.originalOf[restored.text.indexOf('cures')]).toBe(text.indexOf('c*'));
  });
});
