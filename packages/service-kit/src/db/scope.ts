import { sql } from 'kysely';

/** The owner of a row, in its columns `account_id`, `site_id` and `tenant_id`. */
interface RowScope {
  readonly accountId: string;
  readonly siteId: string;
  readonly tenantId: string;
}

/** Returns the condition that a row belongs to a scope. */
export const inScope = ({ accountId, siteId, tenantId }: RowScope) =>
  sql<boolean>`account_id = ${accountId} and site_id = ${siteId} and tenant_id = ${tenantId}`;

/** The columns of a row's scope, as the fields of a scope. */
export const scopeColumns = sql`account_id as "accountId", site_id as "siteId", tenant_id as "tenantId"`;

/** Picks the scope from the fields of a row that was read with `scopeColumns`. */
export const scopeOf = <S extends RowScope>({ accountId, siteId, tenantId }: S): Pick<S, keyof RowScope> => ({
  accountId,
  siteId,
  tenantId,
});

/** The scope of a row as one column, `scope`. */
export const scopeColumn = sql`json_build_object(
  'accountId', account_id, 'siteId', site_id, 'tenantId', tenant_id) as scope`;
