import { describe, expect, it } from 'vitest';
import { readPrecedents } from './read-precedents.ts';
import type { PackFault } from './read-source.ts';

const row = {
  id: 'us-0001',
  agency: 'FDA',
  date: '2019-02-11',
  topics: ['disease_claim'],
  claims: ['treats_disease'],
  sold: 'supplement',
  where: { vertical: 'supplement' },
  respondent: '0123456789ab',
  claim: { 'en-US': 'Drops cure gout.' },
  outcome: 'warning letter',
  link: 'https://agency.example/letter',
};
const meta = { dimensions: { vertical: { values: ['general', 'supplement'] } } } as never;
const topics = new Set(['disease_claim', 'weight_loss_claim']);

function reading(...rows: readonly object[]) {
  const faults: PackFault[] = [];
  const source = {
    file: 'precedents.jsonl',
    data: rows,
    lineOf: ([at]: readonly (string | number)[]) => Number(at ?? 0) + 1,
  };
  return { precedents: readPrecedents(source, { meta, topics }, faults), faults };
}

describe('the precedents of a pack', () => {
  it('are held under each of their topics, the newest first', () => {
    const older = { ...row, id: 'us-0002', date: '2018', topics: ['weight_loss_claim', 'disease_claim'] };
    const { precedents, faults } = reading(older, row);
    expect(faults).toEqual([]);
    expect(precedents.get('disease_claim')?.map(({ texts }) => texts.date)).toEqual(['2019-02-11', '2018']);
    expect(precedents.get('weight_loss_claim')).toHaveLength(1);
  });

  it.each([
    ['was decided in 2025 or later', { date: '2025-01-01' }, 'is not before 2025-01-01'],
    ['was decided in 2025, without a day', { date: '2025' }, 'is not before 2025-01-01'],
    ['has no web address', { link: 'ftp://agency.example/letter' }, 'neither an http nor an https'],
    ['has a topic that the pack lacks', { topics: ['green_claim'] }, 'there is no topic "green_claim"'],
    ['is of a vertical that the pack lacks', { where: { vertical: 'cars' } }, 'unknown vertical "cars"'],
    [
      'is not restated in English',
      { claim: { 'id-ID': 'Obat tetes menyembuhkan asam urat.' } },
      'lacks en-US',
    ],
    ['carries the restated copy', { text: 'Our drops cure gout.' }, 'text'],
  ])('are refused where one %s, with its line', (_name, changes, reason) => {
    const [fault] = reading({ ...row, id: 'us-0009', outcome: 'seizure' }, { ...row, ...changes }).faults;
    expect(fault?.line).toBe(2);
    expect(fault?.reason).toContain(reason);
  });

  it('are refused where two have one id, or say the same', () => {
    expect(reading(row, { ...row, outcome: 'fine' }).faults[0]?.reason).toContain(
      '"us-0001" is defined twice',
    );
    expect(reading(row, { ...row, id: 'us-0002' }).faults[0]?.reason).toContain('says the same');
  });
});
