import { billingRequests, type Scope } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';

/** The price was taken, now or before; or it never will be. */
export type ChargedRewrite = 'charged' | 'refused';

/**
 * Has a rewrite paid for that no client waits for; once, however often it is asked under the same id.
 * @throws BusError or Error where nobody can tell: ask again
 */
export async function chargeRewrite(
  bus: Bus,
  { id, scope, requestId }: { readonly id: string; readonly scope: Scope; readonly requestId: string },
): Promise<ChargedRewrite> {
  const { timeoutMs } = billingRequests.charge;
  const charge = {
    ...scope,
    operationId: id,
    deadlineMs: Date.now() + timeoutMs,
    lines: [{ lineId: id, item: 'rewrite' as const, quantity: 1 }],
  };
  const { outcome } = await call(bus, billingRequests.charge, charge, { requestId });
  if (outcome === 'too_late') throw new Error('the charge of a rewrite came too late');
  return outcome === 'charged' ? 'charged' : 'refused';
}
