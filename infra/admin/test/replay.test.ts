import {
  batchDeletionJob,
  batchJob,
  batchRequests,
  imageBatchJob,
  imageJob,
  imageRequests,
  type JobRow,
  reportJob,
  reportRequests,
  rewriteJob,
  rewriteRequests,
  streams,
  textBatchJob,
  textEvents,
  textJob,
  textRequests,
  videoBatchJob,
  videoJob,
  videoRequests,
} from '@redline/contracts';
import { connectBus, deadLetter, ensureStreams, hasMessage, listDead, serve } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { startNats, testServers } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { buildProgram } from '../src/program.ts';

const log = createLogger({ service: 'admin-test', level: 'silent' });
const nats = await startNats({ binary: testServers().natsServerBinary });
const bus = await connectBus({ url: nats.url, name: 'admin-test', log });
await ensureStreams(bus, streams);

const reopened: string[] = [];
const owners = {
  text: textRequests,
  rewrite: rewriteRequests,
  image: imageRequests,
  video: videoRequests,
  batch: batchRequests,
  report: reportRequests,
};
const serving = Object.entries(owners).map(([owner, { reopen }]) =>
  serve(
    bus,
    reopen,
    async ({ id }) => {
      reopened.push(`${owner} ${id}`);
      return { outcome: id.endsWith('_deleted') ? ('not_found' as const) : ('reopened' as const) };
    },
    { queue: owner, concurrency: 10 },
  ),
);
await bus.connection.flush();
afterAll(async () => {
  await Promise.all(serving.map((one) => one.stop()));
  await bus.close();
  await nats.dispose();
});

const payload = (id: string) => ({
  version: 1,
  id,
  scope: { accountId: 'acct_1', siteId: 'main', tenantId: '' },
  charged: 2,
  requestId: 'r-12345678',
  checkId: 'text_1',
  isAutomatic: false,
});
const dies = (row: JobRow<z.ZodTypeAny>, id: string) =>
  deadLetter(bus, {
    subject: row.subjectOf(id),
    payload: payload(id),
    reason: 'its attempts are used up',
    attempts: row.maxAttempts,
    handler: row.kind,
  });

async function run(line: string): Promise<{ readonly jobs: readonly Record<string, unknown>[] }> {
  let printed: object = {};
  const program = buildProgram({
    withBus: (use) => use(bus),
    print: (answer) => {
      printed = answer;
    },
  });
  await program.parseAsync(line.split(' '), { from: 'user' });
  return printed as { jobs: Record<string, unknown>[] };
}

describe('a dead job', () => {
  it.each([
    ['text', textJob],
    ['text', textBatchJob],
    ['rewrite', rewriteJob],
    ['image', imageJob],
    ['image', imageBatchJob],
    ['video', videoJob],
    ['video', videoBatchJob],
    ['batch', batchJob],
    ['report', reportJob],
    [null, batchDeletionJob],
  ] as const)(
    '(owner %s, $kind) is listed, and goes back to its own lane once its record is open',
    async (owner, row) => {
      const id = `${row.kind}_1`;
      await dies(row, id);
      const listed = (await run('jobs dead')).jobs;
      expect(listed).toMatchObject([
        { subject: row.subjectOf(id), reason: 'its attempts are used up', attempts: row.maxAttempts },
      ]);
      // Neither its payload nor the bytes of it: a line for each is to be read.
      expect(JSON.stringify(listed[0]).length).toBeLessThan(600);
      expect((await run('jobs replay')).jobs).toMatchObject([{ id, outcome: 'replayed' }]);
      expect(await hasMessage(bus, 'JOBS', row.subjectOf(id))).toBe(true);
      expect(reopened.at(-1) === `${owner} ${id}`).toBe(owner !== null);
      expect(await listDead(bus, { limit: 10 })).toEqual([]);
    },
  );

  it('that is not there is named', async () => {
    await expect(run('jobs replay 4711')).rejects.toThrow('there is no dead message 4711');
  });

  it('whose record was deleted is gone', async () => {
    await dies(videoBatchJob, 'video_deleted');
    expect((await run('jobs replay')).jobs).toMatchObject([{ id: 'video_deleted', outcome: 'gone' }]);
    expect(await hasMessage(bus, 'JOBS', videoBatchJob.subjectOf('video_deleted'))).toBe(false);
  });
});

describe('a dead event', () => {
  it('is published again under its id, so that only those handle it who have not', async () => {
    const { subject } = textEvents.failed;
    await deadLetter(bus, {
      ...{ subject, payload: payload('text_1'), reason: 'the payload breaks its schema', attempts: 1 },
      ...{ handler: 'billing-text-failed', messageId: 'event-1' },
    });
    expect((await run('jobs replay')).jobs).toMatchObject([{ id: 'text_1', outcome: 'replayed' }]);
    const message = await bus.manager.streams.getMessage('EVENTS', { last_by_subj: subject });
    expect(message?.header.get('Original-Msg-Id')).toBe('event-1');
    expect(message?.json()).toEqual(payload('text_1'));
    expect(await listDead(bus, { limit: 10 })).toEqual([]);
  });
});
