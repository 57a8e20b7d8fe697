import { type BillLine, billingRequests, type Scope, type SiteId } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { Asked, Charged } from '../domain/saga.ts';
import { asked } from './asked.ts';

type ChargeReply = z.output<(typeof billingRequests)['charge']['reply']>;

export type PlanFacts = Omit<
  Extract<z.output<(typeof billingRequests)['plan']['reply']>, { outcome: 'found' }>,
  'outcome'
>;

export interface ChargeOrder {
  readonly operationId: string;
  readonly scope: Scope;
  readonly lines: readonly BillLine[];
  readonly deadlineMs: number;
  readonly requestId: string;
}

/** Takes the price of the lines, once per operation id. */
export function charge(bus: Bus, order: ChargeOrder): Promise<Asked<Charged>> {
  const { operationId, scope, lines, deadlineMs, requestId } = order;
  const payload = { ...scope, operationId, deadlineMs, lines: [...lines] };
  const timeoutMs = Math.max(1, deadlineMs - Date.now());
  return asked(async () =>
    chargedOf(await call(bus, billingRequests.charge, payload, { requestId, timeoutMs })),
  );
}

function chargedOf(reply: ChargeReply): Charged {
  switch (reply.outcome) {
    case 'charged':
      return { outcome: 'charged', amount: reply.amount };
    case 'too_late':
      return { outcome: 'too_late' };
    case 'insufficient_credits': {
      const { requiredCredits, currentBalance } = reply;
      const message = `this takes ${requiredCredits} credits and there are ${currentBalance}`;
      const credits = { requiredCredits, currentBalance };
      return { outcome: 'refused', refusal: { code: 'insufficient_credits', message, credits } };
    }
    case 'refused':
      // An account that billing does not know, or an operation that was refunded before: no client can mend it.
      return reply.code === 'not_found' || reply.code === 'refunded_before'
        ? { outcome: 'dead', reason: `${reply.code}: ${reply.message}` }
        : { outcome: 'refused', refusal: { code: reply.code, message: reply.message } };
  }
}

/** What billing knows of the account on a site; undefined when it does not know the account. */
export async function accountFacts(
  bus: Bus,
  account: { readonly accountId: string; readonly siteId: SiteId },
  requestId: string,
) {
  const reply = await call(bus, billingRequests.account, account, { requestId });
  return reply.outcome === 'found' ? reply.facts : undefined;
}

/** What the account's plan on a site opens; undefined when billing does not know the account. */
export async function planOf(
  bus: Bus,
  account: { readonly accountId: string; readonly siteId: SiteId },
  requestId: string,
): Promise<PlanFacts | undefined> {
  const reply = await call(bus, billingRequests.plan, account, { requestId });
  return reply.outcome === 'found' ? reply : undefined;
}
