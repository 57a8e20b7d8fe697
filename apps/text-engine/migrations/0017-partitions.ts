import { partitionMigrations } from '@redline/service-kit/partitions';

const scope = 'account_id, site_id, tenant_id';

/**
 * Puts the checks into partitions by range of id, in four steps; their indexes are those of `text-checks`, `main-site` and
 * `account-rows`.
 * The table as it is becomes the first partition.
 */
export const checkPartitions = partitionMigrations({ table: 'text_checks', idPrefix: 'text' }, [
  {
    name: 'text_checks_newest',
    columns: `${scope}, created_at desc`,
    id: 'id desc',
    where: 'deleted_at is null',
  },
  {
    name: 'text_checks_newest_of_line',
    columns: `${scope}, product_vertical, platform, created_at desc`,
    id: 'id desc',
    where: 'deleted_at is null and product_vertical is not null',
  },
  { name: 'text_checks_processing', columns: 'updated_at', id: 'id', where: "status = 'processing'" },
  { name: 'text_checks_deleted_of_account', columns: 'account_id', where: 'deleted_at is not null' },
]);
