import type { Submission } from '@redline/fault';
import { describe, expect, it } from 'vitest';
import { withoutLost } from './lost-since.ts';

const times = { restoredMs: 100, disasterMs: 200 };
const submission = (more: Partial<Submission>): Submission => ({
  ...{ kind: 'text', ref: '1', accountId: 'acct_1', idempotencyKey: null, answers: [] },
  ...{ deletion: 'none', seen: [], wasMissing: false, events: [], ...more },
});
const answersAt = (...timesMs: number[]) =>
  submission({ answers: timesMs.map((atMs) => ({ status: 201, id: `text_${atMs}`, atMs })) });

describe('what a restore promises', () => {
  it('is every answer up to the restored time and of the restored system, and none in between', () => {
    const [promised] = withoutLost([answersAt(100, 101, 200, 201)], times);
    expect(promised?.answers.map(({ id }) => id)).toEqual(['text_100', null, null, 'text_201']);
  });

  it('is a deletion that was answered before; a later one may have been taken back', () => {
    const deleted = (deletedAtMs: number) =>
      withoutLost([submission({ deletion: 'deleted', deletedAtMs })], times)[0]?.deletion;
    expect([deleted(99), deleted(150), deleted(201)]).toEqual(['deleted', 'asked', 'deleted']);
  });
});
