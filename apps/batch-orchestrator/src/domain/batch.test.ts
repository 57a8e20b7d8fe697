import { failureOf, type ItemVerdict } from '@redline/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advance,
  type BatchEvent,
  type BatchState,
  type Command,
  doneOf,
  isDone,
  summaryOf,
} from './batch.ts';

const kinds = ['text', 'image', 'video'] as const;

const batchOf = (...checks: readonly (typeof kinds)[number][]): BatchState => ({
  id: 'batch_1',
  status: 'processing',
  result: null,
  items: checks.map((kind, index) => ({
    checkId: `${kind}_${index}`,
    kind,
    status: 'waiting',
    held: false,
    verdict: null,
    failure: null,
  })),
});

const unreadable = failureOf('no_picture', 'the picture is damaged or incomplete');
const failed = (checkId: string): BatchEvent => ({ type: 'failed', checkId, failure: unreadable });

const verdictOf = (riskLevel = 'PASS', changes: Partial<ItemVerdict> = {}): ItemVerdict => ({
  riskLevel,
  summary: { violation: 1, sceneHint: 2 },
  ...changes,
});

/** Applies events one after the other. */
function run(batch: BatchState, events: readonly BatchEvent[]) {
  const commands: Command[] = [];
  const states = [batch];
  let state = batch;
  for (const event of events) {
    const next = advance(state, event);
    state = next.state;
    states.push(state);
    commands.push(...next.commands);
  }
  return { state, states, commands };
}

const namesOf = (commands: readonly Command[]) =>
  commands.map((command) =>
    command.type === 'refund'
      ? `refund ${command.lineId}`
      : 'item' in command
        ? `${command.type} ${command.item.checkId}`
        : command.type,
  );

const dispatched = (...checkIds: string[]): BatchEvent => ({ type: 'dispatched', checkIds });
const completed = (checkId: string, verdict = verdictOf()): BatchEvent => ({
  type: 'completed',
  checkId,
  verdict,
});

describe('a batch', () => {
  it('starts each check once, however often its item is dispatched', () => {
    const twice = run(batchOf('text', 'image'), [dispatched('text_0', 'image_1'), dispatched('image_1')]);
    expect(namesOf(twice.commands)).toEqual(['start_check text_0', 'start_check image_1']);
  });

  it.each([
    ['PASS', [verdictOf('PASS'), verdictOf('REVIEW')]],
    ['REJECT', [verdictOf('PASS'), verdictOf('REJECT')]],
    ['PASS', [verdictOf('safe'), verdictOf('medium')]],
    ['REJECT', [verdictOf('low'), verdictOf('high')]],
  ] as const)('comes to %s by the worst of its items', (result, [first, second]) => {
    const { state, commands } = run(batchOf('text', 'text'), [
      dispatched('text_0', 'text_1'),
      completed('text_0', first),
      completed('text_1', second),
    ]);
    expect(state).toMatchObject({ status: 'completed', result });
    expect(commands.at(-1)).toEqual({ type: 'publish_completed', result });
    expect(summaryOf(state)).toEqual({ violation: 2, sceneHint: 4 });
  });

  it('is never passed with an item that failed, and failed only when all have', () => {
    const both = dispatched('text_0', 'image_1');
    const one = run(batchOf('text', 'image'), [both, failed('text_0'), completed('image_1')]);
    expect(one.state).toMatchObject({ status: 'completed', result: 'REJECT' });
    const all = run(batchOf('text', 'image'), [
      both,
      failed('text_0'),
      { type: 'cancelled', checkId: 'image_1' },
    ]);
    expect(all.state).toMatchObject({ status: 'failed', result: 'REJECT' });
    expect(namesOf(all.commands)).not.toContain('refund batch_1');
  });

  it('waits for the transcript of a video, and takes its verdict', () => {
    const seen = completed('video_0', verdictOf('PASS', { transcriptStatus: 'processing' }));
    const heard: BatchEvent = {
      type: 'transcribed',
      checkId: 'video_0',
      verdict: verdictOf('REJECT', { transcriptStatus: 'completed' }),
    };
    const waiting = run(batchOf('video'), [dispatched('video_0'), seen]);
    expect(waiting.state).toMatchObject({ status: 'processing', items: [{ status: 'completed' }] });
    expect(doneOf(waiting.state)).toBe(0);
    for (const order of [
      [seen, heard],
      [heard, seen],
    ]) {
      const { state } = run(batchOf('video'), [dispatched('video_0'), ...order]);
      expect(state).toMatchObject({ status: 'completed', result: 'REJECT' });
    }
  });

  it('keeps the verdict on the frames of a video whose check was deleted before its transcript ended', () => {
    const seen = completed('video_0', verdictOf('PASS', { transcriptStatus: 'processing' }));
    const { state } = run(batchOf('video'), [
      dispatched('video_0'),
      seen,
      { type: 'gone', checkId: 'video_0' },
    ]);
    expect(state).toMatchObject({ status: 'completed', result: 'PASS' });
    expect(state.items[0]?.verdict?.transcriptStatus).toBe('failed');
  });

  it('refunds items that no owner took, and itself if none took any', () => {
    const some = run(batchOf('text', 'image'), [
      dispatched('text_0'),
      { type: 'refused', checkId: 'image_1', sentence: 'url must be an http or https URL' },
    ]);
    expect(namesOf(some.commands)).toEqual(['start_check text_0', 'refund image_1']);
    const none = run(batchOf('text', 'image'), [{ type: 'given_up', reason: 'never_taken' }]);
    expect(namesOf(none.commands)).toEqual([
      'refund text_0',
      'refund image_1',
      'refund batch_1',
      'publish_completed',
    ]);
  });

  it('says of each item that failed why, in the words of whoever knows it', () => {
    const { state } = run(batchOf('image', 'image', 'text', 'text'), [
      dispatched('image_0', 'text_2'),
      failed('image_0'),
      { type: 'refused', checkId: 'image_1', sentence: 'url must be an http or https URL' },
      { type: 'cancelled', checkId: 'text_2' },
      { type: 'given_up', reason: 'never_taken' },
    ]);
    expect(state.items.map(({ failure }) => failure?.code)).toEqual([
      'file_unreadable',
      'item_refused',
      'check_deleted',
      'internal',
    ]);
    expect(state.items[0]?.failure).toBe(unreadable);
    expect(state.items[1]?.failure?.message).toMatch(/^url must be an http or https URL; /);
    const again = run(batchOf('text'), [{ type: 'given_up', reason: 'never_taken' }, { type: 'reopened' }]);
    expect(again.state.items[0]?.failure).toBeNull();
  });

  it('leaves the refund of a check that failed before its item was known to its owner', () => {
    const { state, commands } = run(batchOf('text'), [failed('text_0'), dispatched('text_0')]);
    expect(state).toMatchObject({ status: 'failed', items: [{ held: true }] });
    expect(namesOf(commands)).toEqual(['publish_completed']);
  });

  it('that was deleted starts no more checks, withdraws late ones, and publishes no end', () => {
    const { state, commands } = run(batchOf('text', 'image'), [
      dispatched('text_0'),
      { type: 'deleted' },
      dispatched('image_1'),
      completed('text_0'),
    ]);
    expect(state).toMatchObject({ status: 'cancelled', result: null });
    expect(namesOf(commands)).toEqual(['start_check text_0', 'refund image_1', 'withdraw_check image_1']);
  });

  it('that is reopened has items that no owner took dispatched again, and ends again', () => {
    const { state, commands } = run(batchOf('text', 'image'), [
      dispatched('text_0'),
      completed('text_0'),
      { type: 'given_up', reason: 'attempts_exhausted' },
      { type: 'reopened' },
      dispatched('image_1'),
      completed('image_1'),
    ]);
    expect(state).toMatchObject({ status: 'completed', result: 'PASS' });
    expect(namesOf(commands)).toEqual([
      ...['start_check text_0', 'refund image_1', 'publish_completed'],
      ...['start_check image_1', 'publish_completed'],
    ]);
  });
});

const checkIds = ['text_0', 'image_1', 'video_2', 'text_3'];
const verdicts = fc.record({
  riskLevel: fc.constantFrom('PASS', 'REVIEW', 'REJECT', 'safe', 'high'),
  summary: fc.record({ violation: fc.nat(9) }),
  transcriptStatus: fc.constantFrom('processing', 'completed', null),
});
const ofCheck = fc.constantFrom(...checkIds);
const events: fc.Arbitrary<BatchEvent> = fc.oneof(
  fc.record({ type: fc.constant('dispatched' as const), checkIds: fc.subarray(checkIds) }),
  fc.record({ type: fc.constant('refused' as const), checkId: ofCheck, sentence: fc.string() }),
  fc.record({
    type: fc.constantFrom('completed' as const, 'transcribed' as const),
    checkId: ofCheck,
    verdict: verdicts,
  }),
  fc.record({
    type: fc.constantFrom('cancelled' as const, 'gone' as const),
    checkId: ofCheck,
  }),
  ofCheck.map(failed),
  fc.record({ type: fc.constant('given_up' as const), reason: fc.constant('lease_ended') }),
  fc.record({ type: fc.constant('deleted' as const) }),
);
const batch = () => batchOf('text', 'image', 'video', 'text');

describe('whatever happens to a batch, in any order', () => {
  it('its counts are right, what has ended stays, and its result is set once, with its last item', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (happened) => {
        const { states, state, commands } = run(batch(), happened);
        for (const [index, next] of states.entries()) {
          expect(doneOf(next)).toBe(next.items.filter(isDone).length);
          expect(next.result !== null).toBe(next.status === 'completed' || next.status === 'failed');
          if (next.result !== null) expect(next.items.every(isDone)).toBe(true);
          const before = states[index - 1];
          if (before && before.status !== 'processing') expect(next).toBe(before);
          for (const [place, item] of (before?.items ?? []).entries()) {
            if (isDone(item)) expect(next.items[place]).toBe(item);
          }
        }
        const published = commands.filter(({ type }) => type === 'publish_completed');
        expect(published).toHaveLength(state.result === null ? 0 : 1);
      }),
    );
  });

  it('each item is started or refunded, never both and never twice', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (happened) => {
        const names = namesOf(run(batch(), happened).commands);
        const dealtWith = names.filter((name) => /^(start_check|refund) /.test(name));
        const ids = dealtWith.map((name) => name.split(' ')[1]);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('an item that its owner holds is never refunded by the batch', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), (happened) => {
        const { state, commands } = run(batch(), happened);
        const refunded = commands.flatMap((command) => (command.type === 'refund' ? [command.lineId] : []));
        for (const { checkId, held } of state.items) expect(refunded.includes(checkId) && held).toBe(false);
        if (refunded.includes(state.id)) expect(state.items.some(({ held }) => held)).toBe(false);
      }),
    );
  });

  it('the ends of its checks give the same result in any order, also if repeated', () => {
    const ends = fc.tuple(
      ...checkIds.map((checkId) =>
        fc.oneof(
          fc.constant<readonly BatchEvent[]>([failed(checkId)]),
          verdicts.map((verdict): readonly BatchEvent[] => {
            const transcribed = { ...verdict, transcriptStatus: 'completed' as const };
            return verdict.transcriptStatus === 'processing'
              ? [
                  { type: 'completed', checkId, verdict },
                  { type: 'transcribed', checkId, verdict: transcribed },
                ]
              : [{ type: 'completed', checkId, verdict }];
          }),
        ),
      ),
    );
    fc.assert(
      fc.property(
        ends.chain((one) =>
          fc.tuple(
            fc.constant(one.flat()),
            fc.shuffledSubarray([...one.flat(), ...one.flat()], { minLength: 2 * one.flat().length }),
          ),
        ),
        ([inOrder, shuffled]) => {
          const begun = dispatched(...checkIds);
          const expected = run(batch(), [begun, ...inOrder]).state;
          expect(expected.result).not.toBeNull();
          expect(run(batch(), [begun, ...shuffled]).state).toEqual(expected);
        },
      ),
    );
  });
});
