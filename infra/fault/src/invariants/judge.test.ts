import { describe, expect, it } from 'vitest';
import type { Submission } from '../load/journal.ts';
import type { Observed, ObservedRecord } from '../outcome/observed.ts';
import { invariants, judge } from './judge.ts';

const submission = (facts: Partial<Submission> & Pick<Submission, 'ref'>): Submission => ({
  kind: 'text',
  accountId: 'a',
  idempotencyKey: null,
  answers: [],
  deletion: 'none',
  seen: [],
  wasMissing: false,
  events: [],
  ...facts,
});
const record = (id: string, facts: Partial<ObservedRecord> = {}): ObservedRecord => ({
  kind: 'text',
  batchId: null,
  id,
  accountId: 'a',
  status: 'completed',
  failureReason: null,
  isDeleted: false,
  ref: null,
  ...facts,
});
const accepted = (id: string) => ({ status: 201, id });

const told = [
  { number: 1, event: 'report_start', text: '' },
  { number: 2, event: 'report_chunk', text: 'one ' },
  { number: 3, event: 'report_chunk', text: 'two' },
  { number: 4, event: 'report_done', text: 'one two' },
  { number: 5, event: 'complete', text: '' },
];

/**
 * A run in which everything is as it must be: `done` completed, `lost` failed and was refunded, `gone` was cancelled
 * by its client and refunded, `poor` was refused, `report` was read to its end, `void` was answered 500 and left a failed record that nobody paid.
 */
const sound = {
  submissions: [
    submission({ ref: '1', idempotencyKey: 'k1', answers: [accepted('done'), accepted('done')] }),
    submission({ ref: '2', answers: [accepted('lost')], seen: ['failed'] }),
    submission({ ref: '3', answers: [accepted('gone')], deletion: 'deleted' }),
    submission({ ref: '4', answers: [{ status: 402, id: null }] }),
    submission({ ref: '5', answers: [{ status: 500, id: null }] }),
    submission({ ref: '6', answers: [{ status: null, id: null }] }),
    submission({
      kind: 'report',
      ref: 'video',
      answers: [accepted('report')],
      reportId: 'report',
      events: told,
    }),
  ],
  shown: new Map([
    ['done', 'completed'],
    ['lost', 'failed'],
    ['gone', 'not_found'],
    ['report', 'completed'],
  ]),
  accounts: [{ accountId: 'a', credits: 88, textChecks: 1, listTotal: 3, granted: 100, remaining: 88 }],
  records: [
    record('done', { ref: '1' }),
    record('lost', { ref: '2', status: 'failed', failureReason: 'attempts_exhausted' }),
    record('gone', { status: 'cancelled', isDeleted: true }),
    record('void', { ref: '5', status: 'failed', failureReason: 'abandoned' }),
    record('report', { kind: 'report', ref: 'video' }),
  ],
  lines: [
    ...['done', 'lost', 'gone'].map((lineId) => ({ lineId, accountId: 'a', amount: 2 })),
    { lineId: 'report', accountId: 'a', amount: 10 },
  ],
  refunds: [
    { lineId: 'lost', amount: 2, isTombstone: false },
    { lineId: 'gone', amount: 2, isTombstone: false },
    { lineId: 'void', amount: 0, isTombstone: true },
  ],
  entries: [
    { lineId: 'done', charged: 2, refunded: 0 },
    { lineId: 'lost', charged: 2, refunded: 2 },
    { lineId: 'gone', charged: 2, refunded: 2 },
    { lineId: 'report', charged: 10, refunded: 0 },
  ],
  auditDifferences: [],
  left: { jobs: 0, 'outbox rows': 0 },
  dead: [{ recordId: 'lost', reason: 'gave up after 4 attempts' }],
} as const satisfies Observed;

const brokenBy = (changes: Partial<Observed>) =>
  judge({ ...sound, ...changes })
    .filter(({ violations }) => violations.length > 0)
    .map(({ name }) => name);

/** The sound run with one submission changed. */
const withSubmission = (ref: string, facts: Partial<Submission>): Partial<Observed> => ({
  submissions: sound.submissions.map((one) => (one.ref === ref ? { ...one, ...facts } : one)),
});
const withRecord = (id: string, facts: Partial<ObservedRecord>): Partial<Observed> => ({
  records: sound.records.map((one) => (one.id === id ? { ...one, ...facts } : one)),
});
const withoutRecord = (id: string) => ({ records: sound.records.filter((one) => one.id !== id) });
const showing = (id: string, status: 'processing' | 'completed' | 'not_found' | 'no_answer') => ({
  shown: new Map([...sound.shown, [id, status] as const]),
});
const account = (facts: object) => ({ accounts: [{ ...sound.accounts[0], ...facts }] });

const ended = 'a 201 names a record that came to its end';
const stays = 'a record is there from its 201 on, and an end that was seen stays';
const once = 'an Idempotency-Key has one id and is paid for once';
const free = 'a 402 or 500 costs nothing and leaves no verdict';
const contract = 'no answer is outside the contract';
const charge = 'a charge has a record or a refund';
const refunded = 'what failed or was cancelled is refunded exactly once, in full';
const paid = 'what completed was paid for and not refunded';
const owned = 'a record belongs to a submission';
const balance = 'balance = granted − charged + refunded';
const usage = 'usage = charged − refunded';
const audit = 'the audit of billing finds no difference';
const read = 'a report is told in order, each piece once, and ends as it was told';
const list = 'a list counts what its account has';
const left = 'nothing is left to be done';
const dead = 'a dead job is of a record that gave up';

const broken: readonly (readonly [string, string, Partial<Observed>])[] = [
  ['a 201 whose record never ends', ended, showing('done', 'processing')],
  ['a 201 whose record cannot be read', ended, showing('done', 'not_found')],
  ['a 201 without any record', ended, withoutRecord('done')],
  ['a deleted check that is still shown', ended, showing('gone', 'completed')],
  ['a 404 right after a 201', stays, withSubmission('1', { wasMissing: true })],
  ['a check that had failed and is completed', stays, withRecord('lost', { status: 'completed' })],
  ['two ids for one key', once, withSubmission('1', { answers: [accepted('done'), accepted('lost')] })],
  [
    'two charges for one key',
    once,
    {
      records: [...sound.records, record('again', { ref: '1' })],
      lines: [...sound.lines, { lineId: 'again', accountId: 'a', amount: 2 }],
    },
  ],
  [
    'a 500 that was charged',
    free,
    { lines: [...sound.lines, { lineId: 'void', accountId: 'a', amount: 2 }] },
  ],
  ['a 402 with a verdict', free, { records: [...sound.records, record('x', { ref: '4' })] }],
  ['a 401 while Postgres was away', contract, withSubmission('6', { answers: [{ status: 401, id: null }] })],
  [
    'a charge without a record',
    charge,
    { lines: [...sound.lines, { lineId: 'x', accountId: 'a', amount: 2 }] },
  ],
  ['a charge to another account', charge, withRecord('done', { accountId: 'b' })],
  ['a failed check without its refund', refunded, { refunds: sound.refunds.slice(1) }],
  [
    'a refund of half',
    refunded,
    { refunds: [{ ...sound.refunds[0], amount: 1 }, ...sound.refunds.slice(1)] },
  ],
  ['a refund that came twice', refunded, { refunds: [...sound.refunds, sound.refunds[0]] }],
  [
    'a refund whose entries gave back twice',
    refunded,
    { entries: [{ lineId: 'lost', charged: 2, refunded: 4 }, ...sound.entries.slice(2)] },
  ],
  [
    'a completed check that was refunded',
    paid,
    { refunds: [...sound.refunds, { ...sound.refunds[0], lineId: 'done' }] },
  ],
  ['a completed check that nobody paid', paid, { lines: sound.lines.slice(1) }],
  ['a completed check that was half paid', paid, { entries: [{ lineId: 'done', charged: 1, refunded: 0 }] }],
  ['a record that nobody submitted', owned, { records: [...sound.records, record('x')] }],
  ['credits that vanished', balance, account({ credits: 86, remaining: 86 })],
  ['an account that shows other credits than it has', balance, account({ credits: 100 })],
  ['usage that counts a refunded check', usage, account({ textChecks: 2 })],
  ['a difference in the audit', audit, { auditDifferences: ['grant g: remaining is 1'] }],
  [
    'a piece of a report that came twice',
    read,
    withSubmission('video', { events: [...told, told[4]] as never }),
  ],
  ['a report with a gap', read, withSubmission('video', { events: told.toSpliced(2, 1) })],
  [
    'a report whose pieces are not its text',
    read,
    withSubmission('video', { events: told.with(2, { number: 3, event: 'report_chunk', text: 'too' }) }),
  ],
  ['a report that was told to be complete and failed', read, withRecord('report', { status: 'failed' })],
  ['a list that forgot a check', list, account({ listTotal: 2 })],
  ['a job that nobody took', left, { left: { jobs: 1, 'outbox rows': 0 } }],
  ['a dead job of a completed check', dead, { dead: [{ recordId: 'done', reason: 'a bug' }] }],
  ['a dead job of nothing', dead, { dead: [{ recordId: 'x', reason: 'the payload breaks its schema' }] }],
];

describe('the judge of a run', () => {
  it('finds nothing wrong with a sound one, and looks at something for each invariant', () => {
    expect(brokenBy({})).toEqual([]);
    expect(judge(sound).filter(({ checked }) => checked === 0)).toEqual([]);
  });

  it.each(broken)('sees %s: %s', (_, name, changes) => {
    expect(brokenBy(changes)).toContain(name);
  });

  it('has a way to fail for every invariant', () => {
    const tried = new Set(broken.map(([, name]) => name));
    expect(invariants.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });

  it('says nothing of what an unanswered submission became', () => {
    const completed = record('quiet', { ref: '6' });
    const line = { lineId: 'quiet', accountId: 'a', amount: 2 };
    const changes = {
      records: [...sound.records, completed],
      lines: [...sound.lines, line],
      entries: [...sound.entries, { lineId: 'quiet', charged: 2, refunded: 0 }],
      ...account({ credits: 86, remaining: 86, textChecks: 2, listTotal: 4 }),
    };
    expect(brokenBy(changes as Partial<Observed>)).toEqual([]);
  });
});
