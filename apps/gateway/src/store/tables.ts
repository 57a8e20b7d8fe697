import type { SiteId } from '@redline/contracts';
import type { Generated } from 'kysely';

export interface ApiKeyTable {
  id: string;
  account_id: string;
  site_id: SiteId;
  key_hash: Buffer;
  /** `API key` where none was given. */
  name: Generated<string>;
  prefix: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
  /** Also the end of a key that was re-rolled. */
  expires_at: Date | null;
  revoked_at: Date | null;
  /** The id of the key that a re-roll made in its place. */
  rerolled_to: string | null;
  scopes_opened: Generated<number>;
}

export interface TenantScopeTable {
  account_id: string;
  site_id: string;
  tenant_id: string;
  opened_by: string;
  opened_at: Generated<Date>;
}

export interface IdempotencyTable {
  account_id: string;
  site_id: string;
  tenant_id: string;
  key: string;
  route: string;
  body_hash: Buffer;
  operation_id: string;
  run_id: string;
  lease_until: Date;
  status: number | null;
  /** Null until there is an answer, and for answers whose record is read again. */
  body: string | null;
  created_at: Generated<Date>;
}

export interface RateCountTable {
  bucket: string;
  window_no: number;
  count: number;
}

/** A delegation that has changed something. */
export interface DelegationUseTable {
  id: string;
  expires_at: Date;
}

export interface GatewayTables {
  api_key: ApiKeyTable;
  tenant_scope: TenantScopeTable;
  idempotency: IdempotencyTable;
  rate_count: RateCountTable;
  delegation_use: DelegationUseTable;
}

/** More than all statements. Counting requests runs most often, and takes longer to plan than to run. */
export const databaseOptions = { preparedMax: 50 } as const;
