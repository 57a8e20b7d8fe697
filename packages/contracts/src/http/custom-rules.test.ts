import { describe, expect, it } from 'vitest';
import {
  customRuleBody,
  customRuleChange,
  customRuleImportBody,
  mainCustomRuleBody,
  mainCustomRuleImportBody,
} from './custom-rules.ts';

type Schema = typeof customRuleBody | typeof customRuleChange | typeof customRuleImportBody;
const sentence = (schema: Schema, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? 'accepted' : parsed.error.issues[0]?.message;
};

describe('the body of a new word', () => {
  it('is a keyword that may stand inside words, is on and only flags, unless it says otherwise', () => {
    expect(customRuleBody.parse({ keyword: 'miracle', colour: 'red' })).toEqual({
      keyword: 'miracle',
      matchType: 'keyword',
      replacement: null,
      note: null,
      enabled: true,
    });
  });

  it('counts UTF-16 code units, and blanks around the word are not part of it', () => {
    expect(customRuleBody.parse({ keyword: ' \t miracle cure\n' }).keyword).toBe('miracle cure');
    expect(sentence(customRuleBody, { keyword: '😀'.repeat(50) })).toBe('accepted');
    expect(sentence(customRuleBody, { keyword: '😀'.repeat(50).concat('x') })).toBe(
      'keyword must have 1 to 100 characters',
    );
    const longest = { keyword: 'x'.repeat(100), replacement: 'y'.repeat(100), note: 'z'.repeat(200) };
    expect(sentence(customRuleBody, longest)).toBe('accepted');
  });

  it.each([
    ['no keyword', {}, 'keyword is required'],
    ['an empty keyword', { keyword: '' }, 'keyword must have 1 to 100 characters'],
    ['a blank keyword', { keyword: ' \u3000\t' }, 'keyword must not be blank'],
    ['a number for keyword', { keyword: 7 }, 'keyword must be a string'],
    ['null for keyword', { keyword: null }, 'keyword must be a string'],
    ['a NUL', { keyword: 'a\0b' }, 'keyword must not contain a NUL character'],
    ['a lone surrogate', { keyword: 'a\ud800' }, 'keyword must not contain a lone surrogate'],
    ['another match type', { keyword: 'a', matchType: 'regex' }, 'matchType must be one of: keyword, phrase'],
    [
      'a long replacement',
      { keyword: 'a', replacement: 'x'.repeat(101) },
      'replacement must have at most 100 characters',
    ],
    ['a number for replacement', { keyword: 'a', replacement: 1 }, 'replacement must be a string'],
    ['a long note', { keyword: 'a', note: 'x'.repeat(201) }, 'note must have at most 200 characters'],
    ['a word for enabled', { keyword: 'a', enabled: 'yes' }, 'enabled must be true or false'],
    ['null for enabled', { keyword: 'a', enabled: null }, 'enabled must be true or false'],
  ])('answers %s with a sentence that names the field', (_, body, expected) => {
    expect(sentence(customRuleBody, body)).toBe(expected);
  });
});

describe('the body of a change', () => {
  it('holds only what is given; null clears, and a match type is ignored', () => {
    const change = { replacement: null, note: null, matchType: 'phrase' };
    expect(customRuleChange.parse(change)).toEqual({ replacement: null, note: null });
    expect(customRuleChange.parse({})).toEqual({});
  });

  it('does not move a word to another library', () => {
    for (const library of ['general', 'nowhere', null]) {
      expect(sentence(customRuleChange, { library })).toBe(
        'library cannot be changed; delete the word and create it in the other one',
      );
    }
  });
});

describe('the body of an import', () => {
  const items = (count: number) => Array.from({ length: count }, (_, n) => ({ keyword: `w${n}` }));

  it('takes up to 2,000 words', () => {
    expect(sentence(customRuleImportBody, { items: [] })).toBe('accepted');
    expect(sentence(customRuleImportBody, { items: items(2_000) })).toBe('accepted');
    expect(sentence(customRuleImportBody, { items: items(2_001) })).toBe(
      'items must have at most 2000 entries',
    );
  });

  it.each([
    [{}, [], 'items is required'],
    [{ items: 'x' }, ['items'], 'items must be an array of objects with a keyword'],
    [{ items: [{ keyword: 'a' }, 'b'] }, ['items', 1], 'must be an object with a keyword'],
    [{ items: [{ keyword: 'a' }, { note: 'b' }] }, ['items', 1, 'keyword'], 'keyword is required'],
  ])('says where %j is wrong', (body, path, expected) => {
    const issue = customRuleImportBody.safeParse(body).error?.issues[0];
    expect(issue?.message).toBe(expected);
    if (path.length > 0) expect(issue?.path).toEqual(path);
  });
});

describe('a word of the main site', () => {
  it('goes to the general library unless it names one, and so does an import', () => {
    expect(mainCustomRuleBody.parse({ keyword: '秒杀' }).library).toBe('general');
    expect(mainCustomRuleBody.parse({ keyword: '秒杀', library: 'touliu' }).library).toBe('touliu');
    expect(mainCustomRuleImportBody.parse({ items: [] })).toEqual({ library: 'general', items: [] });
    for (const schema of [mainCustomRuleBody, mainCustomRuleImportBody]) {
      const parsed = schema.safeParse({ keyword: '秒杀', items: [], library: 'live' });
      expect(parsed.error?.issues[0]?.message).toBe(
        'library must be one of: general, creator, duanju, touliu',
      );
    }
  });
});
