import { idSchema, type rewriteRequests } from '@redline/contracts';
import type { RequestHandlers } from '@redline/service-kit/bus';
import { abandonHandler, reopenHandler, statusesHandler } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { type InsertingRewrite, insertRewrite, rewriteObstacle } from '../store/insert-rewrite.ts';
import { rewriteRecord, rewriteRecords } from '../store/rewrite-record.ts';

const refusals = {
  not_found: { code: 'not_found', message: 'there is no such text check in this scope' },
  not_completed: {
    code: 'invalid_request',
    message: 'the text check is not completed: a rewrite needs its result',
  },
  no_risks: { code: 'invalid_request', message: 'the text check has no risks: there is nothing to rewrite' },
  already_running: { code: 'invalid_request', message: 'a rewrite of this text check is running already' },
} as const satisfies Partial<Record<InsertingRewrite, unknown>>;

/** Answers the gateway's requests about rewrites; a repeated request gets the same answer. */
export function rewriteHandlers({
  db,
  wakeRelay,
}: Pick<Deps, 'db' | 'wakeRelay'>): RequestHandlers<typeof rewriteRequests> {
  const idOfRewrite = idSchema('fix');
  return {
    /** Begins a rewrite and says what is to be paid for: one line, named by it. */
    async prepare({ operationId: id, ...rewrite }) {
      if (!idOfRewrite.safeParse(id).success) {
        const message = 'operationId must be an id of the form fix_…';
        return { outcome: 'refused', code: 'invalid_request', message };
      }
      const outcome = await insertRewrite(db, { id, ...rewrite });
      if (outcome === 'too_late') return { outcome };
      if (outcome !== 'stored') return { outcome: 'refused', ...refusals[outcome] };
      return { outcome: 'prepared', lines: [{ lineId: id, item: 'rewrite', quantity: 1 }] };
    },

    /** Says what a rewrite would be paid for, without beginning it. */
    async quote({ scope, checkId }) {
      const obstacle = await rewriteObstacle(db, { checkId, scope });
      if (obstacle) return { outcome: 'refused', ...refusals[obstacle] };
      return { outcome: 'quoted', lines: [{ item: 'rewrite', quantity: 1 }], laterLines: [] };
    },

    abandon: abandonHandler(rewriteRecords(db, wakeRelay)),
    reopen: reopenHandler(db, rewriteRecord),
    statuses: statusesHandler(db, rewriteRecord),
  };
}
