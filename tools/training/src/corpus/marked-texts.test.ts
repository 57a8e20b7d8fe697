import { describe, expect, it } from 'vitest';
import { readMarkedTexts } from './marked-texts.ts';

const names = {
  topics: new Set(['disease_claim']),
  claimTypes: { types: new Set(['treats_disease', 'performance']), sold: new Set(['food']) },
};
const faultsOf = (line: string): string[] =>
  readMarkedTexts('a.txt', line, names).faults.map(({ reason }) => reason);

describe('a file of marked texts', () => {
  it('holds a text a line, with the place of each claim', () => {
    const line =
      'food\tTea. {{Ends gout|treats_disease|disease_claim}}.\\n{{No cure|~treats_disease,performance|-}}';
    const { texts, faults } = readMarkedTexts('a.txt', `${line}\n`, names);
    expect(faults).toEqual([]);
    expect(texts).toEqual([
      {
        file: 'a.txt',
        line: 1,
        sold: 'food',
        text: 'Tea. Ends gout.\nNo cure',
        claims: [
          { start: 5, end: 14, made: ['treats_disease'], mentioned: [], topic: 'disease_claim' },
          { start: 16, end: 23, made: ['performance'], mentioned: ['treats_disease'], topic: null },
        ],
      },
    ]);
  });

  it.each([
    ['no tab', 'food and text', 'a line is what is sold'],
    ['something sold that is nothing', 'air\tText', '"air" is nothing'],
    ['an unknown type', 'food\t{{a|cures|-}}', '"cures" is no claim type'],
    ['an unknown topic', 'food\t{{a|treats_disease|magic}}', '"magic" is no topic'],
    ['an empty mark', 'food\t{{ |treats_disease|-}}', 'a mark holds no words'],
    ['a broken mark', 'food\t{{a|treats_disease}}', 'a mark is not'],
  ])('has a fault for %s', (_, line, fault) => {
    expect(faultsOf(line)[0]).toContain(fault);
  });
});
