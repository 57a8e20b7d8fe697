import { erasureRequests, webhookRequests } from '@redline/contracts';
import { type Bus, joinRunning, type Running, serve, serveAll } from '@redline/service-kit/bus';
import { startInterval } from '@redline/service-kit/interval';
import type { Logger } from '@redline/service-kit/log';
import { startRetention } from '@redline/service-kit/partitions';
import type { Deps } from './deps.ts';
import { deliveryHandlers } from './handlers/delivery-requests.ts';
import { endpointHandlers } from './handlers/endpoint-requests.ts';
import { createErasing, eraseAccount, retainedDeliveries } from './handlers/erase.ts';
import { followed } from './handlers/follow-events.ts';
import { createResealing } from './handlers/reseal.ts';
import { type DeliveryLimits, startDeliveries } from './handlers/start-deliveries.ts';

export interface App {
  /** Answers requests, hears events and delivers; stopping takes nothing new and waits for what runs. */
  readonly start: (limits: Limits, log: Logger) => Promise<Running>;
}

export interface Limits {
  readonly requestConcurrency: number;
  readonly eventConcurrency: number;
  readonly eventAckWaitMs: number;
  readonly deliveries: DeliveryLimits;
  readonly retentionDays: number;
  /** How often deleted endpoints are erased. */
  readonly eraseEveryMs: number;
}

const resealEveryMs = 600_000;

/** Builds the webhooks service from its dependencies. */
export function buildApp(appDeps: Omit<Deps, 'wakeDeliveries'> & { readonly bus: Bus }): App {
  const { db, bus } = appDeps;
  return {
    async start(limits, log) {
      const { eventConcurrency: concurrency, eventAckWaitMs: ackWaitMs, eraseEveryMs: everyMs } = limits;
      const deliveries = startDeliveries({ ...appDeps, wakeDeliveries() {} }, limits.deliveries, log);
      const deps: Deps = { ...appDeps, wakeDeliveries: deliveries.wake };
      const heard = await Promise.all(
        followed.map((listen) => listen(bus, deps, { concurrency, ackWaitMs })),
      );
      const serving = { queue: 'webhooks', concurrency: limits.requestConcurrency };
      const handlers = { ...endpointHandlers(deps), ...deliveryHandlers(deps) };
      const served = serveAll(bus, webhookRequests, handlers, serving);
      const accounts = serve(bus, erasureRequests.webhooks, eraseAccount(deps), serving);
      const erasing = startInterval(createErasing(deps), { name: 'erase endpoints', everyMs, log });
      const resealing = startInterval(createResealing(deps, log), {
        name: 'encrypt secrets',
        everyMs: resealEveryMs,
        log,
      });
      const retaining = startRetention(db, retainedDeliveries(limits.retentionDays), { log });
      return joinRunning([...heard, served, accounts, erasing, resealing, retaining, deliveries]);
    },
  };
}
