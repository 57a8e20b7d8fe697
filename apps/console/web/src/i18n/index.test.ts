import { describe, expect, it } from 'vitest';
import { languageFor } from './index.ts';

describe('the language of the page', () => {
  it.each([
    [null, ['zh-TW', 'en'], 'zh'],
    [null, ['fr-FR', 'in-ID'], 'id'],
    [null, ['fr'], 'en'],
    ['id', ['zh-CN'], 'id'],
    ['constructor', ['zh-CN'], 'zh'],
  ])('chosen %j, preferred %j: %s', (chosen, preferred, language) => {
    expect(languageFor(chosen, preferred)).toBe(language);
  });
});
