import type { RecordStatus } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { compare } from './reconciliation.ts';

const line = (lineId: string) => ({ lineId, accountId: 'acct_1' });

describe('a line that was not refunded', () => {
  it.each<[RecordStatus | undefined, string]>([
    ['failed', 'due'],
    ['cancelled', 'due'],
    ['processing', 'processing'],
    [undefined, 'unknown'],
  ])('of a record that is %s is %s', (status, group) => {
    const statuses = new Map<string, RecordStatus>(status ? [['text_1', status]] : []);
    expect(compare([line('text_1')], statuses)).toEqual({
      ...{ due: [], processing: [], unknown: [] },
      [group]: [line('text_1')],
    });
  });

  it('of a record that completed is as it should be', () => {
    const compared = compare([line('text_1')], new Map([['text_1', 'completed']]));
    expect(compared).toEqual({ due: [], processing: [], unknown: [] });
  });
});
