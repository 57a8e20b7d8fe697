import { describe, expect, it } from 'vitest';
import { lawLinksOf } from '../../build/law-links-of.ts';
import { splitLaws } from './split-laws.ts';

const laws = [
  { id: 'act', name: 'Drug Act', link: 'https://law.example/act' },
  { id: 'policy', name: 'Platform policy', link: null },
  { id: 'odd', name: 'Odd', link: 'javascript:alert(1)' },
];
const citations = [
  { law: 'act', article: '21 U.S.C. 321' },
  { law: 'act', article: '21 U.S.C. 343', link: 'https://law.example/343' },
  { law: 'policy', article: 'Health' },
  { law: 'odd', article: '1' },
];
const links = lawLinksOf(laws, citations, ', ');

describe('the addresses of laws', () => {
  it('are those of the article, else of the law, and nothing but web addresses', () => {
    expect(links).toEqual({
      'Drug Act, 21 U.S.C. 321': 'https://law.example/act',
      'Drug Act, 21 U.S.C. 343': 'https://law.example/343',
    });
  });

  it('are found for each reference, and the parts are the whole again', () => {
    const legalRef = 'Drug Act, 21 U.S.C. 343; Health; Drug Act, 21 U.S.C. 321（《药品法》第1条:禁止）';
    const parts = splitLaws(legalRef, links);
    expect(parts.map(({ text }) => text).join('')).toBe(legalRef);
    expect(parts.filter(({ link }) => link).map(({ text }) => text)).toEqual([
      'Drug Act, 21 U.S.C. 343',
      'Drug Act, 21 U.S.C. 321',
    ]);
  });

  it('of an unknown law are none', () => {
    expect(splitLaws('constructor', links)).toEqual([{ at: 0, text: 'constructor', link: null }]);
  });
});
