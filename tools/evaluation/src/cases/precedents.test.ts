import { describe, expect, it } from 'vitest';
import type { Case } from './case-record.ts';
import { precedentsOf } from './precedents.ts';
import { sampleCase } from './sample-case.ts';

const one: Case = {
  ...sampleCase(),
  id: 'us-0001',
  status: 'opened',
  lawful: false,
  claim: 'Drops cure gout.',
  outcome: 'warning letter',
  source: { url: 'https://agency.example/letter', opened: '2026-11-23', passageSha256: '0'.repeat(64) },
};
const idsOf = (...cases: readonly Case[]) => precedentsOf(cases, []).map(({ id }) => id);

describe('precedents of cases', () => {
  it('hold neither the copy, which may measure, nor the name of the respondent', () => {
    const [row] = precedentsOf([{ ...one, who: 'Gout Gone LLC' }], []);
    const written = JSON.stringify(row);
    expect(written).not.toContain(one.text);
    expect(written).not.toContain('Gout Gone');
    expect(row).toMatchObject({
      claim: { 'en-US': 'Drops cure gout.' },
      link: 'https://agency.example/letter',
    });
  });

  it('are made of cases that someone opened and that were held unlawful, and of no others', () => {
    expect(
      idsOf(
        one,
        { ...one, id: 'us-0002', status: 'recalled', outcome: 'fine' },
        { ...one, id: 'us-0003', lawful: true, spans: [], outcome: 'closed' },
        { ...one, id: 'us-0004', claim: null },
      ),
    ).toEqual(['us-0001']);
  });

  it.each([
    'rule',
    'notice',
    'prohibited wording',
    'case opened',
    'dilarang',
    'dikecam',
    'declared hoax by Kemenkes',
  ])('are not made of pages that decide on nobody’s copy: %s', (outcome) =>
    expect(idsOf({ ...one, outcome })).toEqual([]),
  );

  it.each([
    'public notice',
    'prohibited, takedown',
    'fine CNY 20,000',
    'ditegur',
    'izin dicabut',
    'notice of violation',
  ])('are made of decisions: %s', (outcome) => expect(idsOf({ ...one, outcome })).toEqual(['us-0001']));

  it('are one where two cases say the same, and the same however often they are made', () => {
    expect(idsOf(one, { ...one, id: 'us-0002' })).toEqual(['us-0001']);
    const made = precedentsOf([one], []);
    expect(precedentsOf([one], made)).toEqual(made);
  });

  it('keep a claim in another language until the English one changes', () => {
    const [made] = precedentsOf([one], []);
    const claim = { 'en-US': 'Drops cure gout.', 'zh-CN': '滴剂可治痛风。' };
    const known = made ? [{ ...made, claim }] : [];
    expect(precedentsOf([one], known)[0]?.claim).toEqual(claim);
    expect(precedentsOf([{ ...one, claim: 'Drops end gout.' }], known)[0]?.claim).toEqual({
      'en-US': 'Drops end gout.',
    });
  });

  it('are told apart by respondent, and by page where none is named', () => {
    const respondentsOf = (...names: readonly (string | null)[]) =>
      new Set(
        precedentsOf(
          names.map((who, at) => ({ ...one, id: `us-000${at}`, outcome: `fine ${at}`, who })),
          [],
        ).map(({ respondent }) => respondent),
      ).size;
    expect(respondentsOf('Gout Gone LLC', 'GOUT GONE LLC', 'Slim Co')).toBe(2);
    expect(respondentsOf('未点名', null)).toBe(1);
  });
});
