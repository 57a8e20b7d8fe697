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
const found = (...charges: readonly NewCharge[]) =>
  findLowCredits(charges, 100).map(({ operationId }) => operationId);
const other = { operationId: 'text_2' };

describe('credits may be low', () => {
  it('after a charge that leaves less than the threshold, and where others may have taken as much', () => {
    expect(found(charge({}))).toEqual(['text_1']);
    expect(found(charge({ balance: 201 }))).toEqual(['text_1']);
    expect(found(charge({ balance: 202 }))).toEqual([]);
  });

  it('after the first of a batch that leaves less, otherwise after the last, once for each account and site', () => {
    expect(found(charge({ balance: 103 }), charge({ ...other, balance: 103 }))).toEqual(['text_2']);
    expect(found(charge({ balance: 101 }), charge({ ...other, balance: 101 }))).toEqual(['text_1']);
    expect(found(charge({ balance: 150 }), charge({ ...other, balance: 150 }))).toEqual(['text_2']);
    expect(found(charge({}), charge({ ...other, ledgerSite: 'id' }))).toEqual(['text_1', 'text_2']);
    expect(found(charge({}), charge({ ...other, accountId: 'acct_2' }))).toEqual(['text_1', 'text_2']);
  });

  it('never by test keys, by what is free, or at a threshold of 0', () => {
    expect(found(charge({ ledgerSite: 'us:test' }), charge({ amount: 0, balance: 5 }))).toEqual([]);
    expect(findLowCredits([charge({ balance: 2 })], 0)).toEqual([]);
  });
});
