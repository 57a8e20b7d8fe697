import { describe, expect, it } from 'vitest';
import type { NewCharge } from './charging.ts';
import { findLowCredits } from './low-credits.ts';

const charge = (changes: Partial<NewCharge>): NewCharge => ({
  operationId: 'text_1',
  accountId: 'acct_1',
  ledgerSite: 'us',
  tenantId: '',
  amount: 2,
  balance: 101,
  lines: [],
  postings: [],
  ...changes,
});
const lowOf = (...charges: readonly NewCharge[]) =>
  findLowCredits(charges, 100).map(({ operationId, balance }) => [operationId, balance]);

describe('credits are low', () => {
  it('after a charge that leaves less than the threshold, not at it', () => {
    expect(lowOf(charge({}))).toEqual([['text_1', 99]]);
    expect(lowOf(charge({ amount: 1 }))).toEqual([]);
  });

  it('after several charges of one batch that read the same balance', () => {
    const [first, second] = [charge({ amount: 1 }), charge({ operationId: 'text_2', amount: 1 })];
    expect(lowOf(first, second)).toEqual([['text_2', 99]]);
    expect(lowOf(first, { ...second, ledgerSite: 'id' })).toEqual([]);
    expect(lowOf(first, { ...second, accountId: 'acct_2' })).toEqual([]);
  });

  it('never by test keys, and never by what is free', () => {
    expect(lowOf(charge({ ledgerSite: 'us:test' }), charge({ amount: 0, balance: 5 }))).toEqual([]);
  });
});
