import { describe, expect, it } from 'vitest';
import { main } from '../sites/main.ts';
import { mainTextCheckBody, mainTextCheckQuery } from './main-text-checks.ts';

const good = { text: '纯棉毛巾三条装，吸水柔软。', platform: 'shortvideo_a', industryVertical: 'general' };

describe('the body of a text check of the main site', () => {
  it('is of the open product line, as content and without a rewrite, unless it says otherwise', () => {
    expect(mainTextCheckBody.parse({ ...good, vertical: 'pet' })).toEqual({
      ...good,
      productVertical: 'creator',
      sceneMode: 'content',
      autoFix: false,
    });
    const full = { ...good, productVertical: 'touliu', sceneMode: 'ad', autoFix: true };
    expect(mainTextCheckBody.parse(full)).toEqual(full);
  });

  it.each([
    ['platform', 'dtc_us', `platform must be one of: ${main.platforms.join(', ')}`],
    [
      'industryVertical',
      undefined,
      `industryVertical is required; one of: ${main.industryVerticals.join(', ')}`,
    ],
    ['productVertical', null, 'productVertical must be one of: creator, duanju, touliu'],
    ['sceneMode', '', 'sceneMode must be one of: content, ad'],
    ['autoFix', 1, 'autoFix must be true or false'],
    ['text', '毛巾', 'text must have 10 to 5000 characters'],
  ])('answers a wrong %s with a sentence that names it', (field, value, expected) => {
    const parsed = mainTextCheckBody.safeParse({ ...good, [field]: value });
    expect(parsed.error?.issues[0]?.message).toBe(expected);
  });
});

describe('the query of the main list', () => {
  it('is the first page of everything unless it says otherwise', () => {
    expect(mainTextCheckQuery.parse({})).toEqual({ page: 1, pageSize: 20 });
    const narrowed = { productVertical: 'duanju', platform: 'shortdrama_platform', keyword: '大结局' };
    expect(mainTextCheckQuery.parse({ ...narrowed, page: '2' })).toEqual({
      page: 2,
      pageSize: 20,
      ...narrowed,
    });
  });

  it.each([{ productVertical: 'live' }, { platform: ['shortvideo_a'] }, { keyword: 'x'.repeat(101) }])(
    'refuses %j',
    (query) => {
      expect(mainTextCheckQuery.safeParse(query).success).toBe(false);
    },
  );
});
