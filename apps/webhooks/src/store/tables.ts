import type { WebhookDelivery, WebhookEndpoint, WebhookEvent, WebhookEventType } from '@redline/contracts';
import type { OutboxTables } from '@redline/service-kit/outbox';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { RecordSource } from '../domain/event-of.ts';

export type AttemptLog = WebhookDelivery['attempts'];

interface EndpointTable {
  id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  url: string;
  description: string | null;
  events: WebhookEventType[];
  payload: WebhookEndpoint['payload'];
  /** Encrypted. */
  secret: string;
  previous_secret: string | null;
  previous_expires_at: Date | null;
  disabled_reason: WebhookEndpoint['disabledReason'];
  disabled_at: Date | null;
  failing_since: Date | null;
  last_failed_at: Date | null;
  /** When its owner deleted it; the row goes after its deliveries. */
  deleted_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface DeliveryTable {
  id: string;
  endpoint_id: string;
  account_id: string;
  event_id: string;
  type: WebhookEvent['type'];
  /** The thin body; a full one is made of it when it is sent. */
  body: WebhookEvent;
  /** Where the whole record is; null where there is none. */
  source: RecordSource | null;
  status: Generated<WebhookDelivery['status']>;
  next_attempt_at: Date | null;
  claims: Generated<number>;
  attempts: Generated<number>;
  attempt_count: Generated<number>;
  log: Generated<AttemptLog>;
  created_at: Generated<Date>;
  delivered_at: Date | null;
}

export interface Tables extends OutboxTables {
  webhook_endpoints: EndpointTable;
  webhook_deliveries: DeliveryTable;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** How the pool plans: each statement once, of which there are fewer than this, and by an index. */
export const databaseOptions = { preparedMax: 48, indexedOnly: true } as const;
