import { idPrefixes, refused, type webhookRequests } from '@redline/contracts';
import type { RequestHandlers } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import type { Deps } from '../deps.ts';
import { endpointTest } from '../domain/event-of.ts';
import { insertDeliveries, listDeliveries, queueAgain, toDelivery } from '../store/deliveries.ts';
import { findEndpoint, lockEndpoint } from '../store/endpoints.ts';

type Requests = Pick<typeof webhookRequests, 'test' | 'deliveries' | 'resend'>;

const notFound = { outcome: 'not_found' } as const;
const disabled = refused('invalid_request', 'the endpoint is disabled; enable it first');
// The replies take no other code.
const refusal = { ...disabled, code: 'invalid_request' } as const;

/** Answers requests about deliveries. */
export function deliveryHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'metrics' | 'wakeDeliveries'>,
): RequestHandlers<Requests> {
  const { db, now, metrics, wakeDeliveries } = deps;
  return {
    async test({ scope, id }) {
      const at = now();
      const reply = await db.transaction().execute(async (trx) => {
        const endpoint = await lockEndpoint(trx, scope, id, 'share');
        if (!endpoint) return notFound;
        if (endpoint.disabled_reason !== null) return refusal;
        const delivery = {
          id: createId(idPrefixes.webhookDelivery),
          endpointId: id,
          accountId: scope.accountId,
          eventId: createId(idPrefixes.webhookEvent),
          event: endpointTest(id, scope, at),
        };
        const [row] = await insertDeliveries(trx, [delivery], at);
        if (!row) throw new Error('a delivery was not inserted');
        return { outcome: 'queued', delivery: toDelivery(row) } as const;
      });
      if (reply.outcome !== 'queued') return reply;
      metrics.queued.inc({ type: 'endpoint.test' });
      wakeDeliveries();
      return reply;
    },

    async deliveries({ scope, id, pageSize, after, status }) {
      if (!(await findEndpoint(db, scope, id))) return notFound;
      const rows = await listDeliveries(db, id, { pageSize, after, status });
      const page = rows.slice(0, pageSize);
      const next = rows.length > pageSize ? (page.at(-1)?.id ?? null) : null;
      return { outcome: 'listed', deliveries: page.map(toDelivery), next };
    },

    async resend({ scope, id, deliveryId }) {
      const reply = await db.transaction().execute(async (trx) => {
        const endpoint = await lockEndpoint(trx, scope, id, 'share');
        if (!endpoint) return { ...notFound, what: 'endpoint' } as const;
        if (endpoint.disabled_reason !== null) return refusal;
        const row = await queueAgain(trx, id, deliveryId, now());
        if (!row) return { ...notFound, what: 'delivery' } as const;
        return { outcome: 'queued', delivery: toDelivery(row) } as const;
      });
      if (reply.outcome === 'queued') wakeDeliveries();
      return reply;
    },
  };
}
