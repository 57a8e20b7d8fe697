import {
  idPrefixes,
  refused,
  refusedFields,
  webhookEndpointsMax,
  type webhookRequests,
} from '@redline/contracts';
import { PublicUrlError } from '@redline/public-client';
import type { RequestHandlers } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { newSigningSecret } from '../clients/secret-box.ts';
import type { Deps } from '../deps.ts';
import { failPending } from '../store/deliveries.ts';
import {
  changeEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  toEndpoint,
} from '../store/endpoints.ts';

type Requests = Pick<typeof webhookRequests, 'create' | 'list' | 'get' | 'update' | 'rotate' | 'delete'>;

const notFound = { outcome: 'not_found' } as const;

/** Answers requests about endpoints. */
export function endpointHandlers(deps: Pick<Deps, 'db' | 'urls' | 'box' | 'now'>): RequestHandlers<Requests> {
  const { db, box, now } = deps;
  return {
    async create({ scope, endpoint: { url, description, events, payload } }) {
      const refusal = await refusalOf(deps, url);
      if (refusal) return refusal;
      const id = createId(idPrefixes.webhookEndpoint);
      const secret = newSigningSecret();
      const row = await insertEndpoint(db, scope, {
        ...{ id, url, description, events, payload },
        secret: box.seal(secret, id),
      });
      if (!row)
        return refused(
          'invalid_request',
          `this scope has ${webhookEndpointsMax} webhook endpoints; delete one first`,
        );
      return { outcome: 'created', endpoint: { ...toEndpoint(row, now()), secret } };
    },

    async list({ scope }) {
      const rows = await listEndpoints(db, scope);
      return { endpoints: rows.map((row) => toEndpoint(row, now())) };
    },

    async get({ scope, id }) {
      const row = await findEndpoint(db, scope, id);
      return row ? { outcome: 'found', endpoint: toEndpoint(row, now()) } : notFound;
    },

    async update({ scope, id, change: { enabled, ...fields } }) {
      if (!(await findEndpoint(db, scope, id))) return notFound;
      const refusal = fields.url === undefined ? undefined : await refusalOf(deps, fields.url);
      if (refusal) return refusal;
      const at = now();
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const row = await db.transaction().execute(async (trx) => {
        const before = await lockEndpoint(trx, scope, id, 'update');
        if (!before) return undefined;
        if (enabled === false) await failPending(trx, id);
        return changeEndpoint(trx, id, { ...given, ...switched(before, enabled, at) }, at);
      });
      return row ? { outcome: 'updated', endpoint: toEndpoint(row, at) } : notFound;
    },

    async rotate({ scope, id, overlapSeconds }) {
      const at = now();
      const secret = newSigningSecret();
      const row = await db.transaction().execute(async (trx) => {
        const before = await lockEndpoint(trx, scope, id, 'update');
        if (!before) return undefined;
        const overlap =
          overlapSeconds === 0
            ? { previous_secret: null, previous_expires_at: null }
            : {
                previous_secret: before.secret,
                previous_expires_at: new Date(at.getTime() + overlapSeconds * 1_000),
              };
        return changeEndpoint(trx, id, { secret: box.seal(secret, id), ...overlap }, at);
      });
      return row ? { outcome: 'rotated', endpoint: { ...toEndpoint(row, at), secret } } : notFound;
    },

    async delete({ scope, id }) {
      const at = now();
      return db.transaction().execute(async (trx) => {
        if (!(await lockEndpoint(trx, scope, id, 'update'))) return notFound;
        await changeEndpoint(trx, id, { deleted_at: at }, at);
        return { outcome: 'deleted' } as const;
      });
    },
  };
}

/** Returns the refusal of a URL; undefined if an endpoint may have it. */
async function refusalOf({ urls }: Pick<Deps, 'urls'>, url: string) {
  try {
    await urls.check(urls.parse(url));
    return undefined;
  } catch (error) {
    if (!(error instanceof PublicUrlError)) throw error;
    return refusedFields([
      { path: 'url', message: error.message.replace(/^the (host of the )?URL/, '$1url') },
    ]);
  }
}

/** Returns what changes with the switch; one that is disabled already keeps its reason. */
function switched(before: EndpointRow, enabled: boolean | undefined, at: Date) {
  if (enabled === undefined || enabled === (before.disabled_reason === null)) return {};
  return enabled
    ? { disabled_reason: null, disabled_at: null, failing_since: null, last_failed_at: null }
    : ({ disabled_reason: 'by_request', disabled_at: at } as const);
}
