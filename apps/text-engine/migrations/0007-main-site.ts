import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

/**
 * What a check of the main site has besides: its product line and scene, whether a rewrite is to follow, its rewrites,
 * and a verdict of its own kind. Its lists can be narrowed to a product line and a platform: an index has them newest
 * first, and what is counted is counted for each. On the other sites these are null, and empty in the counts.
 */
export const mainSite: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table text_checks
      add column product_vertical text,
      add column scene_mode text,
      add column auto_fix boolean not null default false,
      add column fixes json,
      drop constraint text_checks_risk_level_check,
      drop constraint deleted_holds_no_text,
      add constraint text_checks_risk_level_check
        check (risk_level in ('safe', 'low', 'medium', 'high', 'PASS', 'REVIEW', 'REJECT')),
      add constraint deleted_holds_no_text check (
        deleted_at is null or (text = '' and findings is null and fixed_text is null and fixes is null)),
      add constraint line_has_scene check ((product_vertical is null) = (scene_mode is null))`.execute(db);
    await sql`create index text_checks_newest_of_line
      on text_checks (account_id, site_id, tenant_id, product_vertical, platform, created_at desc, id desc)
      where deleted_at is null and product_vertical is not null`.execute(db);
    await sql`alter table text_check_counts
      add column product_vertical text not null default '',
      add column platform text not null default '',
      drop constraint text_check_counts_pkey,
      add primary key (account_id, site_id, tenant_id, product_vertical, platform, shard)`.execute(db);
  },
};
