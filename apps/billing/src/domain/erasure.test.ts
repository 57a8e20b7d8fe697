import { dataOwners } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { hasEnded, type StoredErasure, withAnswer, withFailure } from './erasure.ts';

const askedAt = new Date('2026-01-01T00:00:00Z');
const waitMs = 60_000;
const later = new Date(askedAt.getTime() + waitMs);
const everybody = [...dataOwners, 'billing'];
const nothing = { removed: {}, left: {} };

const erasure = (answer: { left?: Record<string, number>; at?: Date } = {}): StoredErasure => ({
  accountId: 'acct_1',
  askedBy: 'ann',
  askedAt,
  chargesUntil: null,
  finishedAt: null,
  services: everybody.reduce(
    (progress, service) =>
      withAnswer(progress, service, { ...nothing, left: answer.left ?? {} }, answer.at ?? later),
    {},
  ),
});

describe('an erasure has ended', () => {
  it('when nobody has anything left once everything accepted before has arrived', () => {
    expect(hasEnded(erasure(), waitMs)).toBe(true);
  });

  it.each([
    ['somebody has rows left', erasure({ left: { reports: 1 } })],
    [
      'the last answers are too old to have seen what came late',
      erasure({ at: new Date(later.getTime() - 1) }),
    ],
    [
      'one did not answer the last time',
      { ...erasure(), services: withFailure(erasure().services, 'report', 'away') },
    ],
    [
      'one was never asked',
      { ...erasure(), services: { ...erasure().services, 'text-engine': undefined as never } },
    ],
  ])('not while %s', (_, given) => {
    expect(hasEnded(given, waitMs)).toBe(false);
  });
});

it('what a service removed in several answers adds up; a failure keeps it', () => {
  const one = withAnswer({}, 'report', { removed: { reports: 2 }, left: { reports: 5 } }, askedAt);
  const two = withAnswer(one, 'report', { removed: { reports: 5, sections: 1 }, left: {} }, later);
  expect(withFailure(two, 'report', 'away')['report']).toEqual({
    askedAt: later.toISOString(),
    removed: { reports: 7, sections: 1 },
    left: {},
    failure: 'away',
  });
});
