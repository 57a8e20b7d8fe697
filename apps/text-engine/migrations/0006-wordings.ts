import { createHash } from 'node:crypto';
import type { ForwardMigration } from '@redline/service-kit/db';
import { type Kysely, sql } from 'kysely';

interface OldFinding {
  readonly category: unknown;
  readonly suggestion: unknown;
  readonly legalRef: unknown;
  readonly tierReason: unknown;
  readonly insert: unknown;
}

const rowsAtOnce = 500;

/**
 * What rules say of findings is kept once and not with every finding: it was nine tenths of what a verdict wrote, and
 * most of what Postgres had to compress. Rewritten here and not in SQL, whose json operators refuse a matched text that
 * holds half of a surrogate pair.
 */
export const wordings: ForwardMigration = {
  async up(db: Kysely<unknown>) {
    await sql`create table wordings (id text primary key, wording json not null)`.execute(db);
    for (let after = ''; ; ) {
      const { rows } = await sql<{ id: string; findings: OldFinding[] }>`select id, findings from text_checks
        where findings is not null and id > ${after} order by id limit ${rowsAtOnce}`.execute(db);
      for (const { id, findings } of rows) {
        const kept = JSON.stringify(
          await Promise.all(findings.map((finding) => withoutWording(db, finding))),
        );
        await sql`update text_checks set findings = ${kept}::json where id = ${id}`.execute(db);
      }
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      after = last.id;
    }
  },
};

async function withoutWording(db: Kysely<unknown>, finding: OldFinding): Promise<object> {
  const { category, suggestion, legalRef, tierReason, insert, ...rest } = finding;
  const said = JSON.stringify([category, suggestion, legalRef, tierReason, insert]);
  const wordingId = createHash('sha256').update(said).digest('base64url').slice(0, 22);
  const wording = JSON.stringify({ category, suggestion, legalRef, tierReason, insert });
  await sql`insert into wordings values (${wordingId}, ${wording}::json) on conflict do nothing`.execute(db);
  return { ...rest, wordingId };
}
