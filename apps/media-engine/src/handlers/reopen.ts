import type { imageRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import type { CheckKind } from '../store/check-kinds.ts';
import { reopenCheck } from '../store/reopen-check.ts';

/** Makes a failed check ready for its job to be replayed. Without a job the sweeper fails it again. */
export function reopen(
  { db }: Pick<Deps, 'db'>,
  kind: CheckKind,
): RequestHandler<typeof imageRequests.reopen> {
  return async ({ id }) => ({ outcome: await reopenCheck(db, kind, id) });
}
