import { setImmediate as turn } from 'node:timers/promises';
import type { noticeRequests } from '@redline/contracts';
import type { RequestHandlers } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { dismissedKeys, forgetDismissal, keepDismissal } from '../store/notice-dismissals.ts';

type Handlers = RequestHandlers<typeof noticeRequests>;

/** Everything that is asked about qualification notices. */
export function noticeHandlers({ db, notices }: Pick<Deps, 'db' | 'notices'>): Handlers {
  return {
    async find({ scope, question }, { log }) {
      const onFailure = (error: unknown): void =>
        log.warn({ err: error }, 'the model did not confirm keywords of notices; they are dropped');
      const dismissed = await dismissedKeys(db, scope);
      return { hits: await notices.find(question, new Set(dismissed), { onFailure, turn }) };
    },
    async dismiss({ scope, key }) {
      if (notices.dismissable.has(key)) await keepDismissal(db, scope, key);
      return {};
    },
    async restore({ scope, key }) {
      await forgetDismissal(db, scope, key);
      return {};
    },
    dismissals: async ({ scope }) => ({ keys: await dismissedKeys(db, scope) }),
  };
}
