import { describe, expect, it } from 'vitest';
import { us } from '../sites/us.ts';
import { pagingSchema } from './envelope.ts';
import { textCheckBody } from './text-checks.ts';

const body = textCheckBody(us);
const good = { text: 'Soft cotton socks, six pairs.', platform: 'dtc_us', vertical: 'apparel' };
const sentence = (value: unknown) => {
  const parsed = body.safeParse(value);
  return parsed.success ? 'accepted' : parsed.error.issues[0]?.message;
};

describe('the body of a text check', () => {
  it('explains in Chinese unless told otherwise and ignores fields it does not know', () => {
    expect(body.parse({ ...good, colour: 'red' })).toEqual({ ...good, explainLocale: 'zh-CN' });
  });

  it('counts UTF-16 code units: 10 and 5000 pass, 9 and 5001 do not', () => {
    expect(sentence({ ...good, text: '😀'.repeat(5) })).toBe('accepted');
    expect(sentence({ ...good, text: 'x'.repeat(5000) })).toBe('accepted');
    expect(sentence({ ...good, text: 'x'.repeat(9) })).toBe('text must have 10 to 5000 characters');
    expect(sentence({ ...good, text: 'x'.repeat(5001) })).toBe('text must have 10 to 5000 characters');
  });

  it.each([
    ['a NUL', { ...good, text: 'ten chars \0 and more' }, 'text must not contain a NUL character'],
    [
      'a lone surrogate',
      { ...good, text: 'ten chars \ud800 more' },
      'text must not contain a lone surrogate',
    ],
    ['no text', { ...good, text: undefined }, 'text is required'],
    ['a number for text', { ...good, text: 1234567890 }, 'text must be a string'],
    [
      'a platform of another site',
      { ...good, platform: 'shortvideo_id' },
      `platform must be one of: ${us.platforms.join(', ')}`,
    ],
    [
      'no vertical',
      { ...good, vertical: undefined },
      `vertical is required; one of: ${us.verticals.join(', ')}`,
    ],
    [
      'a language of another site',
      { ...good, explainLocale: 'id-ID' },
      'explainLocale must be one of: zh-CN, en-US',
    ],
  ])('answers %s with a sentence that names the field', (_, value, expected) => {
    expect(sentence(value)).toBe(expected);
  });
});

describe('paging', () => {
  it('starts at page 1 with 20 entries', () => {
    expect(pagingSchema.parse({})).toEqual({ page: 1, pageSize: 20 });
  });

  it.each([
    { page: '0' },
    { page: '1.5' },
    { page: '-1' },
    { page: '1e2' },
    { page: '' },
    { page: ['1', '2'] },
    { pageSize: '51' },
    { pageSize: '0x10' },
  ])('refuses %j', (query) => {
    expect(pagingSchema.safeParse(query).success).toBe(false);
  });
});
