import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * How many listed batches a scope has, of each product line, over several rows: each change goes to one of them, so that
 * concurrent submissions of one account do not wait for one another. One row alone may be negative; their sum is exact,
 * because a trigger on the batches does the counting, whatever statement changes them.
 */
export const batchCounts: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table batch_counts (
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      product_vertical text not null,
      shard smallint not null,
      total bigint not null,
      primary key (account_id, site_id, tenant_id, product_vertical, shard)
    ) with (fillfactor = 50)`.execute(db);
    await sql`create function count_listed_batch() returns trigger language plpgsql as $$
      declare
        change integer := (tg_op <> 'DELETE' and new.listed)::integer - (tg_op <> 'INSERT' and old.listed)::integer;
        batch record := coalesce(new, old);
      begin
        if change <> 0 then
          insert into batch_counts as counts (account_id, site_id, tenant_id, product_vertical, shard, total)
          values (batch.account_id, batch.site_id, batch.tenant_id, coalesce(batch.product_vertical, ''),
            floor(random() * 16), change)
          on conflict (account_id, site_id, tenant_id, product_vertical, shard)
          do update set total = counts.total + excluded.total;
        end if;
        return null;
      end
    $$`.execute(db);
  },
};
