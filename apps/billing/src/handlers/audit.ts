import type { billingRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';
import { audit as auditLedger } from '../store/audit.ts';

export const audit =
  ({ auditDb, auditTimeoutMs }: Deps): RequestHandler<typeof billingRequests.audit> =>
  async () => {
    const { differences, ...counts } = await auditLedger(auditDb, { timeoutMs: auditTimeoutMs });
    return { outcome: 'audited', ...counts, differences: [...differences] };
  };
