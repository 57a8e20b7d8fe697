import {
  allowanceDayOf,
  type BillLine,
  billingRequests,
  isTestScope,
  type Scope,
  type SiteId,
  testLimits,
} from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { CallResult, Charged } from '../domain/saga.ts';
import type { CallContext } from './call-context.ts';
import { tryCall } from './try-call.ts';

type ChargeReply = z.output<(typeof billingRequests)['charge']['reply']>;

export type PlanFacts = Omit<
  Extract<z.output<(typeof billingRequests)['plan']['reply']>, { outcome: 'found' }>,
  'outcome'
>;

export interface ChargeOrder {
  readonly operationId: string;
  readonly lines: readonly BillLine[];
  /** Milliseconds since 1970; after it billing does nothing. */
  readonly deadlineMs: number;
}

/** Charges the price of the lines, once per operation id. */
export function charge(
  { bus, scope, requestId }: CallContext,
  { operationId, lines, deadlineMs }: ChargeOrder,
): Promise<CallResult<Charged>> {
  const payload = { ...scope, operationId, deadlineMs, lines: [...lines] };
  const timeoutMs = Math.max(1, deadlineMs - Date.now());
  return tryCall(async () =>
    chargedOf(await call(bus, billingRequests.charge, payload, { requestId, timeoutMs }), scope),
  );
}

function chargedOf(reply: ChargeReply, scope: Scope): Charged {
  switch (reply.outcome) {
    case 'charged':
      return { outcome: 'charged', amount: reply.amount };
    case 'too_late':
      return { outcome: 'too_late' };
    case 'insufficient_credits': {
      const { requiredCredits, currentBalance } = reply;
      const credits = { requiredCredits, currentBalance };
      const message = `this takes ${requiredCredits} credits and there are ${currentBalance}${ofAllowance(scope)}`;
      return { outcome: 'refused', refusal: { code: 'insufficient_credits', message, credits } };
    }
    case 'refused':
      // An account that billing does not know, or an operation that was refunded before: the client cannot correct it.
      return reply.code === 'not_found' || reply.code === 'refunded_before'
        ? { outcome: 'dead', reason: `${reply.code}: ${reply.message}` }
        : {
            outcome: 'refused',
            refusal: { code: reply.code, message: reply.message, requiredPlan: reply.requiredPlan },
          };
  }
}

/** Says of the credits of a test key what they are and when there are new ones. */
function ofAllowance(scope: Scope): string {
  if (!isTestScope(scope)) return '';
  const { endsAt } = allowanceDayOf(new Date());
  return ` left of the ${testLimits.dailyCredits} a day that test keys have; there are new ones at ${endsAt.toISOString()}`;
}

/** Returns credits, plan and usage of an account on a site; undefined if billing does not know the account. */
export async function accountFacts(
  bus: Bus,
  account: { readonly accountId: string; readonly siteId: SiteId },
  requestId: string,
) {
  const reply = await call(bus, billingRequests.account, account, { requestId });
  return reply.outcome === 'found' ? reply.facts : undefined;
}

/** Returns what the account's plan on a site includes; undefined if billing does not know the account. */
export async function planOf(
  bus: Bus,
  account: { readonly accountId: string; readonly siteId: SiteId },
  requestId: string,
): Promise<PlanFacts | undefined> {
  const reply = await call(bus, billingRequests.plan, account, { requestId });
  return reply.outcome === 'found' ? reply : undefined;
}
