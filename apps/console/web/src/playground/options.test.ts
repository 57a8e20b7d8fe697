import { indonesia, internationalContract, mainContract, us } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { bodyOf, examples } from './options.ts';

const bodies = {
  us: internationalContract(us).createTextCheck.body,
  id: internationalContract(indonesia).createTextCheck.body,
  main: mainContract.createTextCheck.body,
};

describe.each(['us', 'id', 'main'] as const)('the body of a check (%s)', (site) => {
  it('is what the contract takes, with the usual values and those of the example', () => {
    const { text, options } = examples[site];
    for (const body of [bodyOf(site, 'en', text, {}), bodyOf(site, 'zh', text, options)]) {
      expect(Object.keys(bodies[site].parse(body)).sort()).toEqual(Object.keys(body).sort());
    }
    expect(bodyOf(site, 'en', text, options)).toMatchObject(options);
  });

  it('has no value of another site', () => {
    const body = bodyOf(site, 'en', 'A text of some length', {
      platform: 'elsewhere',
      sceneMode: 'x',
      other: '1',
    });
    expect(bodies[site].safeParse(body).success).toBe(true);
    expect(body).not.toHaveProperty('other');
  });
});

describe('the language of explanations', () => {
  it.each([
    ['us', 'en', 'en-US'],
    ['us', 'zh', 'zh-CN'],
    ['us', 'id', 'en-US'],
    ['id', 'id', 'id-ID'],
    ['id', 'en', 'id-ID'],
  ] as const)('on %s for a page in %s is %s', (site, language, locale) => {
    expect(bodyOf(site, language, '', {})['explainLocale']).toBe(locale);
  });
});
