import { isTestScope, type Scope } from '@redline/contracts';
import { allowanceOf, spendable } from '../domain/allowance.ts';
import type { QuoteFacts } from '../domain/quoting.ts';
import { readAllowance } from './allowances.ts';
import { readChargeFacts } from './read-charge-facts.ts';
import type { Db } from './tables.ts';

/**
 * Reads the facts that a quote depends on, by the query of charges: of an operation without an id and without lines,
 * which none was charged under. An allowance of test keys that is not there yet counts as whole.
 * @returns null if there is no such account, or it is closed
 */
export async function readQuoteFacts(db: Db, scope: Scope, now: Date): Promise<QuoteFacts | null> {
  const operation = { ...scope, operationId: '', deadlineMs: 0, lines: [] };
  const [facts] = await readChargeFacts(db, [operation], now);
  if (!facts) return null;
  if (!isTestScope(scope)) return facts;
  const allowance = allowanceOf(scope, now);
  return { ...facts, grants: [spendable(allowance, await readAllowance(db, allowance.grantId))] };
}
