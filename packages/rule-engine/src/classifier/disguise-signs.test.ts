import { describe, expect, it } from 'vitest';
import { structureOf } from '../document/structure.ts';
import { chinese } from '../language/chinese.ts';
import { disguiseSigns } from './disguise-signs.ts';

const isDisguised = (text: string): boolean => disguiseSigns(structureOf(text, chinese)).length > 0;

describe('signs of disguise', () => {
  it.each([
    ['a pictogram inside a word', '血🐘糖降了'],
    ['a sign inside a word', '这个保.本'],
    ['an odd letter', '第①品牌'],
    ['a styled letter', '在𝐒放单'],
    ['a letter inside a word', '加v信聊'],
  ])('are found in %s', (_, text) => {
    expect(isDisguised(text)).toBe(true);
  });

  it.each([
    ['a pictogram at the end of a sentence', '今天开门🎉'],
    ['full-width figures and marks', '５元一件，两件８元！'],
    ['traditional characters', '這個治療'],
    ['a foreign name between spaces', '我用 iPhone 拍的'],
  ])('are not found in %s', (_, text) => {
    expect(isDisguised(text)).toBe(false);
  });
});
