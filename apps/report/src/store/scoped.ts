import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';

/** The condition under which a row belongs to a scope. */
export const inScope = ({ accountId, siteId, tenantId }: Scope) =>
  sql<boolean>`account_id = ${accountId} and site_id = ${siteId} and tenant_id = ${tenantId}`;

/** The columns of a row's scope, under the names that a scope has. */
export const scopeColumns = sql`account_id as "accountId", site_id as "siteId", tenant_id as "tenantId"`;

/** The scope among the columns of a row. */
export const scopeOf = ({ accountId, siteId, tenantId }: Scope): Scope => ({ accountId, siteId, tenantId });
