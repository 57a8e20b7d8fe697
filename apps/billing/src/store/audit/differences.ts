import { sql } from 'kysely';
import type { Db, Trx } from '../tables.ts';
import { type RowsToCheck, rowChecks } from './row-checks.ts';

/** The most differences of a check that are kept and named. */
export const differencesMaxOfCheck = 200;

/** Checks rows and keeps the differences that are found, at most one more of each check than are named. */
export async function checkRows(trx: Trx, auditId: number, rows: RowsToCheck, now: Date): Promise<void> {
  for (const [name, check] of Object.entries(rowChecks)) {
    await sql`
      insert into audit_differences (audit_id, check_name, difference, found_at)
      select ${auditId}, ${name}::text, found.difference, ${now}
      from (${check(rows)}) found
      where (select count(*) from audit_differences where audit_id = ${auditId} and check_name = ${name})
        <= ${differencesMaxOfCheck}
      limit ${differencesMaxOfCheck + 1}
      on conflict do nothing`.execute(trx);
  }
}

/** Returns the kept differences of an audit, check by check. */
export async function keptDifferences(db: Db, auditId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_differences')
    .select(['check_name', 'difference'])
    .where('audit_id', '=', auditId)
    .orderBy('check_name')
    .orderBy('difference')
    .execute();
  return Object.keys(rowChecks).flatMap((name) =>
    nameAtMost(rows.filter((row) => row.check_name === name).map((row) => row.difference)),
  );
}

/** Cuts the differences of one check, with a last line that tells of the rest. */
export const nameAtMost = (differences: readonly string[]): string[] =>
  differences.length <= differencesMaxOfCheck
    ? [...differences]
    : [...differences.slice(0, differencesMaxOfCheck), 'and more of the same kind'];
