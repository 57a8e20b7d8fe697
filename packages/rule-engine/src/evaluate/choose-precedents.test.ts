import { describe, expect, it } from 'vitest';
import type { CompiledPack, Precedent } from '../pack/pack.ts';
import { wordsOfClaim } from '../pack/precedent-words.ts';
import { choosePrecedents } from './choose-precedents.ts';

const meta = {
  dimensions: { vertical: { values: ['general', 'supplement', 'pet'], general: { value: 'general' } } },
} as unknown as CompiledPack['meta'];

/** In the order in which packs hold them: the newest first. */
const precedentsOf = (
  ...rows: readonly (Partial<Precedent> & { readonly id: string; readonly claim?: string })[]
) =>
  rows.map(
    ({ claim = 'Something is claimed.', ...row }, at): Precedent => ({
      texts: {
        agency: 'FTC',
        date: `20${19 - at}`,
        claim: { 'en-US': claim },
        outcome: 'order',
        link: 'https://a.example',
      },
      respondent: `respondent of ${row.id}`,
      sold: 'other_good',
      where: {},
      words: wordsOfClaim(claim),
      ...row,
    }),
  );

const chosen = (
  rows: readonly Precedent[],
  {
    selection = {},
    ...finding
  }: { matchedText?: string; topic?: string; sold?: string; selection?: Record<string, string> } = {},
) =>
  choosePrecedents(
    { topic: 'disease_claim', matchedText: 'cures gout', ...finding },
    { meta, precedents: new Map([['disease_claim', rows]]) },
    selection,
  ).map(({ id }) => id);

describe('the precedents of a finding', () => {
  it('are of its topic, at most two, the newest first where nothing else tells them apart', () => {
    const rows = precedentsOf({ id: 'new' }, { id: 'older' }, { id: 'oldest' });
    expect(chosen(rows)).toEqual(['new', 'older']);
    expect(chosen(rows, { topic: 'green_claim' })).toEqual([]);
  });

  it('are about the same kind of goods before they share words, and share words before they are new', () => {
    const rows = precedentsOf(
      { id: 'new' },
      { id: 'shares', claim: 'A tea cures arthritis and gout.' },
      { id: 'of pets', where: { vertical: 'pet' } },
    );
    expect(chosen(rows)).toEqual(['shares', 'new']);
    expect(chosen(rows, { selection: { vertical: 'pet' } })).toEqual(['of pets', 'shares']);
  });

  it('are compared by what is sold where that is known; a general place tells nothing', () => {
    const rows = precedentsOf(
      { id: 'new' },
      { id: 'general', where: { vertical: 'general' } },
      { id: 'pills', sold: 'medicine' },
    );
    expect(chosen(rows, { sold: 'medicine' })).toEqual(['pills', 'new']);
    expect(chosen(rows, { selection: { vertical: 'general' } })).toEqual(['new', 'general']);
  });

  it('are of different respondents', () => {
    const rows = precedentsOf(
      { id: 'a', respondent: 'x' },
      { id: 'b', respondent: 'x' },
      { id: 'c', respondent: 'y' },
    );
    expect(chosen(rows)).toEqual(['a', 'c']);
  });

  it('share pairs of Chinese characters where words are not spaced', () => {
    const rows = precedentsOf(
      { id: 'new', claim: '称贷款秒批' },
      { id: 'shares', claim: '称面膜三天治好湿疹' },
    );
    expect(chosen(rows, { matchedText: '治好湿疹' })).toEqual(['shares', 'new']);
  });
});
