import {
  batchEvents,
  billingRequests,
  imageEvents,
  reportEvents,
  rewriteEvents,
  textEvents,
  videoEvents,
} from '@redline/contracts';
import {
  type Bus,
  consumeEvents,
  joinRunning,
  type RequestHandlers,
  type Running,
  serveAll,
} from '@redline/service-kit/bus';
import { startInterval } from '@redline/service-kit/interval';
import type { Deps } from './deps.ts';
import { account } from './handlers/account.ts';
import { accountCreate } from './handlers/account-create.ts';
import { accountErase, accountErasure } from './handlers/account-erase.ts';
import { accountIdentity } from './handlers/account-identity.ts';
import { accountOpen } from './handlers/account-open.ts';
import { audit, auditWhenDue } from './handlers/audit.ts';
import { charge } from './handlers/charge.ts';
import { chargesList } from './handlers/charges-list.ts';
import { creditsGrant } from './handlers/credits-grant.ts';
import { creditsList } from './handlers/credits-list.ts';
import { eraseWhenDue } from './handlers/erase.ts';
import { grantsList } from './handlers/grants-list.ts';
import { plan } from './handlers/plan.ts';
import { planSet } from './handlers/plan-set.ts';
import { productLineEnable } from './handlers/product-line-enable.ts';
import { quote } from './handlers/quote.ts';
import { reconcile, reconcileWhenDue } from './handlers/reconcile.ts';
import { recordEnded } from './handlers/record-ended.ts';
import { statement } from './handlers/statement.ts';
import { videoCompleted } from './handlers/video-completed.ts';

export interface App {
  readonly requests: RequestHandlers<typeof billingRequests>;
  /** Serves requests and consumes events; a stop takes no new ones and waits for running handlers. */
  readonly start: (bus: Bus, limits: Limits) => Promise<Running>;
}

export interface Limits {
  readonly requestConcurrency: number;
  readonly refundConcurrency: number;
  readonly eventAckWaitMs: number;
  readonly reconcileEveryMs: number;
  readonly auditEveryMs: number;
  readonly eraseEveryMs: number;
}

/** How often a replica looks whether a comparison is due: one that could not be made is made within an hour. */
const reconcileLookMs = 3_600_000;
/** How often a replica looks whether an audit is due, and publishes what the last one found. */
const auditLookMs = 60_000;

/**
 * The events that cause refunds, by the name of their consumer on the server and in the inbox. Never rename one: every
 * stored event would be delivered again.
 */
const refunded = {
  'billing-text-failed': textEvents.failed,
  'billing-text-cancelled': textEvents.cancelled,
  'billing-rewrite-failed': rewriteEvents.failed,
  'billing-rewrite-cancelled': rewriteEvents.cancelled,
  'billing-image-failed': imageEvents.failed,
  'billing-image-cancelled': imageEvents.cancelled,
  'billing-video-failed': videoEvents.failed,
  'billing-video-cancelled': videoEvents.cancelled,
  'billing-batch-item-failed': batchEvents.itemFailed,
  'billing-report-failed': reportEvents.failed,
} as const;

/** The consumer of the event that charges undeclared seconds. Never rename it either. */
const reconciled = 'billing-video-completed';

/** Builds billing from its dependencies. */
export function buildApp(deps: Deps): App {
  const requests: RequestHandlers<typeof billingRequests> = {
    plan: plan(deps),
    charge: charge(deps),
    quote: quote(deps),
    account: account(deps),
    accountCreate: accountCreate(deps),
    accountOpen: accountOpen(deps),
    planSet: planSet(deps),
    creditsGrant: creditsGrant(deps),
    productLineEnable: productLineEnable(deps),
    chargesList: chargesList(deps),
    grantsList: grantsList(deps),
    creditsList: creditsList(deps),
    statement: statement(deps),
    accountIdentity: accountIdentity(deps),
    accountErase: accountErase(deps),
    accountErasure: accountErasure(deps),
    audit: audit(deps),
    reconcile: reconcile(deps),
  };
  return {
    requests,
    async start(bus, limits) {
      const { requestConcurrency, refundConcurrency: concurrency, eventAckWaitMs: ackWaitMs } = limits;
      const { reconcileEveryMs, auditEveryMs, eraseEveryMs } = limits;
      const refunds = Object.entries(refunded).map(([durable, row]) =>
        consumeEvents(bus, { ...row, ackWaitMs }, recordEnded(deps, durable, row), { durable, concurrency }),
      );
      const differences = consumeEvents(
        bus,
        { ...videoEvents.completed, ackWaitMs },
        videoCompleted(deps, reconciled),
        { durable: reconciled, concurrency },
      );
      const followed = await Promise.all([...refunds, differences]);
      const served = serveAll(bus, billingRequests, requests, {
        queue: 'billing',
        concurrency: requestConcurrency,
      });
      const reconciling = startInterval(reconcileWhenDue(deps, { everyMs: reconcileEveryMs, log: bus.log }), {
        name: 'reconciliation',
        everyMs: Math.min(reconcileEveryMs, reconcileLookMs),
        log: bus.log,
      });
      const auditing = startInterval(auditWhenDue(deps, { everyMs: auditEveryMs, log: bus.log }), {
        name: 'audit',
        everyMs: Math.min(auditEveryMs, auditLookMs),
        log: bus.log,
      });
      const erasing = startInterval(eraseWhenDue(deps, { everyMs: eraseEveryMs, log: bus.log }), {
        name: 'erasures',
        everyMs: eraseEveryMs,
        log: bus.log,
      });
      return joinRunning([served, ...followed, reconciling, auditing, erasing]);
    },
  };
}
