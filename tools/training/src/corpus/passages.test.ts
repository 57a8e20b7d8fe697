import { describe, expect, it } from 'vitest';
import { duplicatesIn } from './check-corpus.ts';
import { readPassages } from './passages.ts';

const topics = new Set(['disease_claim', 'green_claim']);
const names = { topics, claimTypes: { types: new Set(['treats_disease']), sold: new Set(['food']) } };
const faultsOf = (content: string): string[] =>
  readPassages('a.tsv', content, names).faults.map(({ line, reason }) => `${line}: ${reason}`);

describe('a file of passages', () => {
  it('holds passages, apart by an empty line', () => {
    const { passages, faults } = readPassages(
      'a.tsv',
      'ok\t-\tA mug.\tplain\nbad\tdisease_claim\tIt ends gout.\tnamed disease\n\nok\tgreen_claim\tNot green.\tdenies\n',
      names,
    );
    expect(faults).toEqual([]);
    expect(passages.map((passage) => passage.map(({ line, label, topic }) => [line, label, topic]))).toEqual([
      [
        [1, 'ok', null],
        [2, 'bad', 'disease_claim'],
      ],
      [[4, 'ok', 'green_claim']],
    ]);
  });

  it('may say which claims a row makes and mentions, and what its passage sells', () => {
    const { passages, faults } = readPassages(
      'a.tsv',
      'ok\t-\tIt ends gout.\twhy\ttreats_disease\t-\tfood\nok\t-\tA mug.\twhy\t-\ttreats_disease',
      names,
    );
    expect(faults).toEqual([]);
    expect(passages[0]?.map(({ claims, sold }) => [claims?.made, claims?.mentioned, sold])).toEqual([
      [['treats_disease'], [], 'food'],
      [[], ['treats_disease'], null],
    ]);
  });

  it.each([
    ['a claim type that is none', 'ok\t-\tA mug.\twhy\tcures\t-', '1: "cures" is no claim type'],
    ['something sold that is nothing', 'ok\t-\tA mug.\twhy\t-\t-\tair', '1: "air" is nothing'],
    ['too few columns', 'ok\t-\tA mug.', '1: 3 columns'],
    ['a label that is none', '\nmaybe\t-\tA mug.\tplain', '2: "maybe" is no label'],
    ['a topic that the pack lacks', 'bad\tmagic\tA mug.\twhy', '1: "magic" is no topic'],
    ['a violation of nothing', 'bad\t-\tA mug.\twhy', '1: "-" is no topic'],
    ['no sentence', 'ok\t-\t\tplain', '1: the sentence is missing'],
    ['no reason', 'ok\t-\tA mug.\t ', '1: the reason is missing'],
  ])('has a fault with line and reason for %s', (_, content, fault) => {
    expect(faultsOf(content)[0]).toContain(fault);
  });

  it('has a fault for a sentence that the corpus has already', () => {
    const { passages } = readPassages('a.tsv', 'ok\t-\tA mug.\tplain\nok\t-\ta  MUG.\tplain', names);
    expect(duplicatesIn(passages)).toEqual([{ file: 'a.tsv', line: 2, reason: 'stands in a.tsv:1 already' }]);
  });
});
