import { describe, expect, it } from 'vitest';
import { isCredible } from './credible.ts';

const isLine = (text: string, confidence: number, confidenceMin = confidence) =>
  isCredible({ text, confidence, confidenceMin });

describe('what was read is a line', () => {
  it.each([
    ['OK', 0.96],
    ['5%', 0.85],
    ['$5', 0.85],
    ['1+1', 0.9],
    ['x2', 0.83],
    ['特价', 0.96],
    ['赠', 0.97],
    ['NEW', 0.9],
    ['SALE', 0.8],
    ['AAA', 0.98],
    ['this tea', 0.72],
    ['Rp 10.000', 0.9],
  ])('%s, of a confidence of %d', (text, confidence) => {
    expect(isLine(text, confidence)).toBe(true);
  });

  it('of one digit nearly, where every character is sure', () => {
    expect(isLine('100.000', 0.95, 0.9)).toBe(true);
    expect(isLine('11119', 0.95, 0.4)).toBe(false);
  });
});

describe('what was read is an ornament', () => {
  it.each([
    ['', 1],
    ['?!', 0.99],
    ['8', 0.99],
    ['LO', 0.93],
    ['Tin', 0.8],
    ['LITI', 0.7],
    ['Loatllull', 0.65],
    ['AAAAAAAAAAAAA', 0.95],
    ['0000', 0.99],
    ['个个个', 0.99],
    ['000', 0.96],
    ['AAAAAAAAI', 0.9],
  ])('%s, of a confidence of %d', (text, confidence) => {
    expect(isLine(text, confidence)).toBe(false);
  });
});
