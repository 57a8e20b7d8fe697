import type { SiteId } from '@redline/contracts';
import type { QuoteFacts } from '../domain/quoting.ts';
import { readChargeFacts } from './read-charge-facts.ts';
import type { Db } from './tables.ts';

/**
 * Reads the facts that a quote depends on, by the query of charges: of an operation without an id and without lines,
 * which none was charged under.
 * @returns null if there is no such account, or it is closed
 */
export async function readQuoteFacts(
  db: Db,
  { accountId, siteId }: { readonly accountId: string; readonly siteId: SiteId },
  now: Date,
): Promise<QuoteFacts | null> {
  const operation = { accountId, siteId, operationId: '', tenantId: '', deadlineMs: 0, lines: [] };
  const [facts] = await readChargeFacts(db, [operation], now);
  return facts ?? null;
}
