import { batchLane, textEndedBroadcast, textJob } from '@redline/contracts';
import { subscribe } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { insertRewrite } from '../src/store/insert-rewrite.ts';
import { publishCheck } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { completedCheck, newRewriteOf, publishRewrite, rewriteRow } from './rewrite-rows.ts';
import { insertOne, statusOf } from './rows.ts';

/** Tests of what a waiting client of a gateway is told by: it is a broadcast, so it may be lost, and it may not lie. */
const bed = await openEngineBed();
const { db, bus, engine, submit, completed } = bed;
afterEach(bed.services.stopAll);
afterAll(bed.dispose);

/** Hears the ends that are announced, and reads at once how the record stands. */
async function hearing(read: (id: string) => Promise<unknown>) {
  const heard: [id: string, state: unknown][] = [];
  const subscription = subscribe(bus, textEndedBroadcast, ({ id }) => {
    void read(id).then((state) => heard.push([id, state]));
  });
  await bus.connection.flush();
  return { heard, stop: () => subscription.stop() };
}

async function beginRewrite(): Promise<string> {
  const check = await completedCheck(db);
  const rewrite = newRewriteOf(check);
  await insertRewrite(db, rewrite);
  await publishRewrite(bus, rewrite.id, check.scope);
  return rewrite.id;
}

describe('the end of a check', () => {
  it('is announced once, after it is committed', async () => {
    const { heard, stop } = await hearing((id) => statusOf(db, id));
    await engine();
    const { id } = await submit();
    await expect.poll(() => heard).toEqual([[id, 'completed']]);
    await stop();
  });

  it('is not announced of an item of a batch, for which nobody waits', async () => {
    const { heard, stop } = await hearing((id) => statusOf(db, id));
    await engine();
    const item = await insertOne(db, { batchId: createId('batch') });
    await publishCheck(bus, item.id, item.scope, item.id, batchLane(textJob));
    await completed(item.id);
    const { id } = await submit();
    await expect.poll(() => heard).toEqual([[id, 'completed']]);
    await stop();
  });
});

describe('the end of a rewrite', () => {
  it('is announced under its own id, after it is committed', async () => {
    const { heard, stop } = await hearing(async (id) => (await rewriteRow(db, id))?.status);
    await engine();
    const id = await beginRewrite();
    await expect.poll(() => heard).toEqual([[id, 'completed']]);
    await stop();
  });

  it('that is refused is announced too, when it has failed', async () => {
    const { heard, stop } = await hearing(async (id) => (await rewriteRow(db, id))?.status);
    await engine({
      rewriter: () => ({
        text: '',
        riskCount: 0,
        accepted: false,
        writer: 'embedded',
        refusal: 'nothing_left',
      }),
    });
    const id = await beginRewrite();
    await expect.poll(() => heard).toEqual([[id, 'failed']]);
    await stop();
  });
});
