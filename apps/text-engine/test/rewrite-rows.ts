import { randomUUID } from 'node:crypto';
import { rewriteJob, type Scope } from '@redline/contracts';
import { type Bus, publishJob } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { insertChecks } from '../src/store/batched/insert-checks.ts';
import type { NewRewrite } from '../src/store/insert-rewrite.ts';
import type { Db } from '../src/store/tables.ts';
import { evaluationOf, newCheckOf, newId, newScope, toStore } from './engine.ts';
import { finishOne, takeOne } from './rows.ts';

export const newFixId = () => createId('fix');

const text = 'Our drops cure arthritis.';
const onMain = { productVertical: 'creator', sceneMode: 'content' } as const;

/** A check with its verdict: one violation. */
export async function completedCheck(db: Db, scope: Scope = newScope()) {
  const id = newId();
  const check = { ...newCheckOf(text), ...(scope.siteId === 'main' ? onMain : {}) };
  await insertChecks(db, [{ id, scope, deadlineMs: Date.now() + 60_000, ...check }]);
  const taking = await takeOne(db, id, { leaseMs: 30_000, maxAttempts: 4 });
  if (taking.outcome !== 'taken') throw new Error(taking.outcome);
  const event = { id: randomUUID(), subject: 'event.text.check.completed', payload: { id } };
  await finishOne(db, { taken: taking.taken, evaluation: toStore(evaluationOf(text)), event });
  return { id, scope };
}

export const newRewriteOf = (
  check: { readonly id: string; readonly scope: Scope },
  changes: Partial<NewRewrite> = {},
): NewRewrite => ({
  id: newFixId(),
  checkId: check.id,
  scope: check.scope,
  deadlineMs: Date.now() + 60_000,
  strategy: 'rewrite',
  mode: 'content',
  ...changes,
});

export const rewriteRow = (db: Db, id: string) =>
  db.selectFrom('rewrites').selectAll().where('id', '=', id).executeTakeFirst();

/** The job of a rewrite, as the gateway publishes it. */
export const publishRewrite = (bus: Bus, id: string, scope: Scope, msgId = id) =>
  publishJob(
    bus,
    rewriteJob,
    id,
    { version: 1, id, scope, charged: 3, requestId: 'req-1' },
    { msgId, timeoutMs: 5_000, requestId: 'req-1' },
  );
