import type { mainContract } from '@redline/contracts';
import type { ContractHandlers } from '@redline/service-kit/http';
import { dismissedNotices, dismissNotice, findNotices, restoreNotice } from '../clients/notices.ts';
import { askerOf, type WordDeps } from './custom-words.ts';
import { openedScope } from './submission.ts';
import { succeeded } from './success.ts';

type Handlers = Pick<
  ContractHandlers<typeof mainContract>,
  'findNotices' | 'dismissNotice' | 'listDismissals' | 'restoreNotice'
>;

/** Qualification notices and their dismissals: free of charge. Only a dismissal opens a tenant scope. */
export function qualificationRoutes(deps: WordDeps): Handlers {
  const { bus } = deps;
  return {
    async findNotices({ body, request }) {
      const hits = await findNotices(askerOf(bus, request), body);
      return succeeded(201, { hits: [...hits] });
    },
    async dismissNotice({ body, request }) {
      const scope = await openedScope(deps, request);
      await dismissNotice({ ...askerOf(bus, request), scope }, body.dismissKey);
      return succeeded(201, { ok: true as const });
    },
    async listDismissals({ request }) {
      return succeeded(200, { keys: [...(await dismissedNotices(askerOf(bus, request)))] });
    },
    async restoreNotice({ query, request }) {
      await restoreNotice(askerOf(bus, request), query.key);
      return succeeded(200, { ok: true as const });
    },
  };
}
