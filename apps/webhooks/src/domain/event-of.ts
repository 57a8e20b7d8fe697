import {
  failureOf,
  isTestScope,
  type RecordFailure,
  type Scope,
  type SiteId,
  sites,
  type WebhookEvent,
} from '@redline/contracts';

/** Where the whole record of an event is: whom to ask for it, and by what. */
export interface RecordSource {
  readonly kind: 'text' | 'image' | 'video' | 'batch' | 'report';
  /** Of the record; of a report that of its video. */
  readonly id: string;
  readonly scope: Scope;
}

/** An event to be sent, and where its record is; null where there is none. */
export interface NewEvent {
  readonly body: WebhookEvent;
  readonly source: RecordSource | null;
}

/** Fields of every event on the bus. */
export interface BusEvent {
  readonly id: string;
  readonly scope: Scope;
  readonly occurredAt: string;
}

type CheckKind = 'text' | 'image' | 'video';

function siteOf(id: SiteId) {
  const site = sites.find((one) => one.id === id);
  if (!site) throw new Error(`there is no site ${id}`);
  return site;
}

const originOf = ({ siteId, tenantId }: Scope) => {
  const isTest = isTestScope({ tenantId });
  const tenant = isTest ? tenantId.slice(1) : tenantId;
  return { site: siteId, tenant: tenant || null, mode: isTest ? 'test' : 'live' } as const;
};

const linkTo = ({ siteId }: Scope, path: string) => ({ self: `${siteOf(siteId).prefix}${path}` });

const objectOf = ({ siteId }: Scope, kind: CheckKind) => {
  const { objects } = siteOf(siteId);
  return { text: objects.textCheck, image: objects.imageCheck, video: objects.videoCheck }[kind];
};

const ofCheck = (
  kind: CheckKind,
  { id, scope, batchId }: BusEvent & { readonly batchId?: string | undefined },
) => ({
  id,
  object: objectOf(scope, kind),
  kind,
  ...originOf(scope),
  batchId: batchId ?? null,
  links: linkTo(scope, `/${kind}/checks/${id}`),
});

/** Builds the event of a check that has its verdict. */
export const checkCompleted =
  (kind: CheckKind) =>
  (event: BusEvent & { readonly batchId?: string | undefined }): NewEvent => ({
    body: {
      type: 'check.completed',
      timestamp: event.occurredAt,
      data: { ...ofCheck(kind, event), status: 'completed' },
    },
    source: { kind, id: event.id, scope: event.scope },
  });

interface Failed extends BusEvent {
  readonly batchId?: string | undefined;
  readonly reason: string;
  readonly failure?: RecordFailure | undefined;
}

/** Builds the event of a check that has failed, and was refunded. */
export const checkFailed =
  (kind: CheckKind) =>
  (event: Failed): NewEvent => ({
    body: {
      type: 'check.failed',
      timestamp: event.occurredAt,
      // An owner of an older version names the reason alone.
      data: {
        ...ofCheck(kind, event),
        status: 'failed',
        failure: event.failure ?? failureOf(event.reason),
      },
    },
    source: { kind, id: event.id, scope: event.scope },
  });

/** Builds the event of a batch whose items have all ended. */
export const batchCompleted = ({
  id,
  scope,
  occurredAt,
  result,
}: BusEvent & { readonly result: 'PASS' | 'REJECT' }): NewEvent => ({
  body: {
    type: 'batch.completed',
    timestamp: occurredAt,
    data: {
      id,
      object: siteOf(scope.siteId).objects.batch,
      kind: 'batch',
      ...originOf(scope),
      links: linkTo(scope, `/batches/${id}`),
      result,
    },
  },
  source: { kind: 'batch', id, scope },
});

/** Builds the event of a report that is written. */
export function reportCompleted({
  id,
  scope,
  occurredAt,
  videoCheckId,
}: BusEvent & { readonly videoCheckId: string }): NewEvent {
  const site = siteOf(scope.siteId);
  if (site.kind !== 'main') throw new Error(`the site ${site.id} has no reports`);
  return {
    body: {
      type: 'report.completed',
      timestamp: occurredAt,
      data: {
        id,
        object: site.objects.videoReport,
        kind: 'report',
        status: 'completed',
        ...originOf(scope),
        videoCheckId,
        links: linkTo(scope, `/video/checks/${videoCheckId}/report/latest`),
      },
    },
    source: { kind: 'report', id: videoCheckId, scope },
  };
}

/** Builds the event of credits that have fallen below the threshold. */
export const creditsLow = ({
  id,
  scope,
  occurredAt,
  balance,
  threshold,
}: BusEvent & { readonly balance: number; readonly threshold: number }): NewEvent => ({
  body: {
    type: 'credits.low',
    timestamp: occurredAt,
    data: {
      id,
      kind: 'credits',
      ...originOf(scope),
      links: linkTo(scope, '/account'),
      balance,
      threshold,
    },
  },
  source: null,
});

/** Builds the event that an endpoint gets on request. */
export const endpointTest = (id: string, scope: Scope, at: Date): NewEvent => ({
  body: {
    type: 'endpoint.test',
    timestamp: at.toISOString(),
    data: { id, kind: 'endpoint', ...originOf(scope), links: linkTo(scope, `/webhook-endpoints/${id}`) },
  },
  source: null,
});
