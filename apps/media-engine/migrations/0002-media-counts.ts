import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * How many listed checks a scope has, of each kind, product line and status, over several rows: each change goes to one
 * of them, so that concurrent submissions of one account do not wait for one another. One row alone may be negative;
 * their sum is exact, because a trigger on the checks does the counting, whatever statement changes them.
 */
export const mediaCounts: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table media_counts (
      kind text not null,
      account_id text not null,
      site_id text not null,
      tenant_id text not null,
      product_vertical text not null,
      status text not null,
      shard smallint not null,
      total bigint not null,
      primary key (kind, account_id, site_id, tenant_id, product_vertical, status, shard)
    ) with (fillfactor = 50)`.execute(db);
    // In the order of the key, so that two changes wait for one another and never in a circle.
    await sql`create function count_listed_check() returns trigger language plpgsql as $$
      begin
        insert into media_counts as counts
          (kind, account_id, site_id, tenant_id, product_vertical, status, shard, total)
        select tg_argv[0], account_id, site_id, tenant_id, coalesce(product_vertical, ''), status,
          floor(random() * 16), sum(change)
        from (
          select old.account_id, old.site_id, old.tenant_id, old.product_vertical, old.status, -1 as change
          where tg_op <> 'INSERT' and old.listed
          union all
          select new.account_id, new.site_id, new.tenant_id, new.product_vertical, new.status, 1
          where tg_op <> 'DELETE' and new.listed
        ) changes
        group by account_id, site_id, tenant_id, product_vertical, status
        having sum(change) <> 0
        order by account_id, site_id, tenant_id, product_vertical, status
        on conflict (kind, account_id, site_id, tenant_id, product_vertical, status, shard)
        do update set total = counts.total + excluded.total;
        return null;
      end
    $$`.execute(db);
  },
};
