import { sql } from 'kysely';
import type { SecretBox } from '../clients/secret-box.ts';
import type { Db } from './tables.ts';

interface Row {
  readonly id: string;
  readonly secret: string;
  readonly previous_secret: string | null;
}

const resealedMax = 500;

/**
 * Encrypts a page of secrets by the current key that an older one has encrypted, so that the older one may go.
 * @param after the last endpoint that was looked at; empty at first
 * @returns the last one now; null when there are no more
 */
export async function resealSecrets(
  db: Db,
  box: SecretBox,
  after: string,
): Promise<{ readonly last: string | null; readonly resealed: number }> {
  const { rows } = await sql<Row>`
    select id, secret, previous_secret from webhook_endpoints
    where id > ${after} order by id limit ${resealedMax}::bigint`.execute(db);
  let resealed = 0;
  for (const row of rows) {
    if (![row.secret, row.previous_secret].some((sealed) => sealed !== null && box.isOutdated(sealed)))
      continue;
    const again = (sealed: string) => box.seal(box.open(sealed, row.id), row.id);
    const previous = row.previous_secret && again(row.previous_secret);
    // Nothing where it was rotated meanwhile: that one is sealed by a current key.
    await sql`update webhook_endpoints set secret = ${again(row.secret)}, previous_secret = ${previous}
      where id = ${row.id} and secret = ${row.secret}`.execute(db);
    resealed++;
  }
  return { last: rows.at(-1)?.id ?? null, resealed };
}
