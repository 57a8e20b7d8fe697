import { type Scope, type WebhookEndpoint, webhookEndpointsMax } from '@redline/contracts';
import { inScope } from '@redline/service-kit/db';
import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Trx } from './tables.ts';

export type EndpointRow = Selectable<Tables['webhook_endpoints']>;

const ofScope = (scope: Scope) => sql<boolean>`${inScope(scope)} and deleted_at is null`;

/** Returns an endpoint as its owner sees it. */
export const toEndpoint = (row: EndpointRow, now: Date): WebhookEndpoint => ({
  id: row.id,
  object: 'webhook_endpoint',
  url: row.url,
  description: row.description,
  events: row.events,
  payload: row.payload,
  enabled: row.disabled_reason === null,
  disabledReason: row.disabled_reason,
  disabledAt: row.disabled_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  previousSecretExpiresAt:
    row.previous_expires_at && row.previous_expires_at > now ? row.previous_expires_at.toISOString() : null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

type NewEndpoint = Pick<EndpointRow, 'id' | 'url' | 'description' | 'events' | 'payload' | 'secret'>;

/**
 * Inserts an endpoint, unless the scope has as many as it may. Those of one scope take turns.
 * @returns undefined if it has
 */
export async function insertEndpoint(
  db: Db,
  scope: Scope,
  endpoint: NewEndpoint,
): Promise<EndpointRow | undefined> {
  const { accountId, siteId, tenantId } = scope;
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(
      hashtext('webhook_endpoints'), hashtext(${JSON.stringify([accountId, siteId, tenantId])}))`.execute(
      trx,
    );
    const { length } = await listEndpoints(trx, scope);
    if (length >= webhookEndpointsMax) return undefined;
    return trx
      .insertInto('webhook_endpoints')
      .values({ ...endpoint, account_id: accountId, site_id: siteId, tenant_id: tenantId })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** Returns the endpoints of a scope, oldest first. */
export const listEndpoints = (db: Db | Trx, scope: Scope): Promise<EndpointRow[]> =>
  db.selectFrom('webhook_endpoints').selectAll().where(ofScope(scope)).orderBy('id').execute();

/** Returns an endpoint; undefined if the scope has none of that id. */
export const findEndpoint = (db: Db | Trx, scope: Scope, id: string): Promise<EndpointRow | undefined> =>
  db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where(ofScope(scope))
    .executeTakeFirst();

/**
 * Finds an endpoint and locks it until the transaction ends.
 * @param mode `share` to queue a delivery for it: it is not disabled or deleted meanwhile; `update` to change it
 */
export const lockEndpoint = (
  trx: Trx,
  scope: Scope,
  id: string,
  mode: 'share' | 'update',
): Promise<EndpointRow | undefined> => {
  const found = trx.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).where(ofScope(scope));
  return (mode === 'share' ? found.forShare() : found.forNoKeyUpdate()).executeTakeFirst();
};

type Change = Partial<
  Pick<
    EndpointRow,
    | 'url'
    | 'description'
    | 'events'
    | 'payload'
    | 'secret'
    | 'previous_secret'
    | 'previous_expires_at'
    | 'disabled_reason'
    | 'disabled_at'
    | 'failing_since'
    | 'last_failed_at'
    | 'deleted_at'
  >
>;

/** Changes an endpoint that is locked. */
export const changeEndpoint = (trx: Trx, id: string, change: Change, now: Date): Promise<EndpointRow> =>
  trx
    .updateTable('webhook_endpoints')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
