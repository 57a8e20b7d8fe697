import type { mainContract } from '@redline/contracts';
import type { ContractHandlers } from '@redline/service-kit/http';
import { dismissedNotices, dismissNotice, findNotices, restoreNotice } from '../clients/notices.ts';
import { callContext, type ScopeDeps, writeContext } from './scope.ts';
import { succeeded } from './success.ts';

type Handlers = Pick<
  ContractHandlers<typeof mainContract>,
  'findNotices' | 'dismissNotice' | 'listDismissals' | 'restoreNotice'
>;

/**
 * Returns the handlers of qualification notices and their dismissals, free of charge. Only a dismissal opens a tenant
 * scope.
 */
export function qualificationRoutes(deps: ScopeDeps): Handlers {
  const { bus } = deps;
  return {
    async findNotices({ body, request }) {
      const hits = await findNotices(callContext(bus, request), body);
      return succeeded(201, { hits: [...hits] });
    },
    async dismissNotice({ body, request }) {
      await dismissNotice(await writeContext(deps, request), body.dismissKey);
      return succeeded(201, { ok: true as const });
    },
    async listDismissals({ request }) {
      return succeeded(200, { keys: [...(await dismissedNotices(callContext(bus, request)))] });
    },
    async restoreNotice({ query, request }) {
      await restoreNotice(callContext(bus, request), query.key);
      return succeeded(200, { ok: true as const });
    },
  };
}
