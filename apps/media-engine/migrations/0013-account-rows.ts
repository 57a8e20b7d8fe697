import { createIndexConcurrently, type ForwardMigration } from '@redline/service-kit/db';
import { sql } from 'kysely';

/** Finds what the erasure of an account removes and no list reads: checks that are not listed, uploads and their policies. */
export const accountRows: ForwardMigration = {
  transaction: false,
  async up(db) {
    const ofAccount = sql`(account_id) where not listed`;
    await createIndexConcurrently(db, 'image_checks_unlisted_of_account', sql`on image_checks ${ofAccount}`);
    await createIndexConcurrently(db, 'video_checks_unlisted_of_account', sql`on video_checks ${ofAccount}`);
    await createIndexConcurrently(db, 'uploads_of_account', sql`on uploads (account_id, key)`);
    await createIndexConcurrently(db, 'upload_policies_of_account', sql`on upload_policies (account_id)`);
  },
};
