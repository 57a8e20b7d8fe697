import { retryLater } from '@redline/service-kit/bus';
import { type ComparedSum, sentenceOf } from '../domain/audit-sums.ts';
import {
  beginAudit,
  dropOldAudits,
  finishAudit,
  newestAudit,
  readAudit,
  stepAudit,
} from '../store/audit/audits.ts';
import { type SumKind, sumKinds } from '../store/audit/changes.ts';
import { compareOn } from '../store/audit/compare.ts';
import { differencesMaxOfCheck, keptDifferences, nameAtMost } from '../store/audit/differences.ts';
import { foldOn } from '../store/audit/fold.ts';
import { settledPosition } from '../store/audit/settle.ts';
import { walkOn } from '../store/audit/walk.ts';
import type { Db } from '../store/tables.ts';

export interface AuditReport {
  readonly charges: number;
  /** Refunded lines, without tombstones. */
  readonly refunds: number;
  /** One sentence for each difference, at most 200 of each check with a last line that tells of the rest. */
  readonly differences: readonly string[];
  /** Whether a transaction that has not ended kept the newest rows from being checked; they are by a later audit. */
  readonly isHeldUp: boolean;
}

export interface AuditRunDeps {
  readonly db: Db;
  readonly now: () => Date;
  /** How long transactions that write now are waited for, in ms. */
  readonly settleWaitMs?: number;
}

/** Says when to stop between two steps. */
export type IsOver = () => boolean;

const settleWaitMsDefault = 5_000;
/** More comes between two rounds than can be compared, in each of them. */
const roundsMax = 100;

/**
 * Begins an audit of the whole ledger; `runAudit` does it.
 * @throws RetryLaterError if many are under way
 */
export async function openAudit({ db, now, settleWaitMs }: AuditRunDeps): Promise<number> {
  const settled = await settledPosition(db, { waitMs: settleWaitMs ?? settleWaitMsDefault });
  // What is above it is read by position, so a lower one is as right.
  const from = settled ?? (await newestAudit(db))?.settled_until ?? 0;
  const id = await beginAudit(db, from, now());
  if (id === undefined) throw retryLater('many audits of the whole ledger are under way');
  return id;
}

/**
 * Carries an audit on, from where it was left: through the tables if it has not come to their end, then through what came
 * since, and compares the sums with balances and counters.
 * @returns undefined if it was over before it came to the end
 * @throws RetryLaterError if a newer audit has taken its place, or more is held up than can be compared
 */
export async function runAudit(
  deps: AuditRunDeps,
  auditId: number,
  isOver: IsOver,
): Promise<AuditReport | undefined> {
  const { db, now } = deps;
  for (let isWalked = false; !isWalked; ) {
    if (isOver()) return undefined;
    isWalked = present(await stepAudit(db, auditId, (trx, audit) => walkOn(trx, audit, now())));
  }
  for (let rounds = 0; rounds < roundsMax; rounds++) {
    const settled = await settledPosition(db, { waitMs: deps.settleWaitMs ?? settleWaitMsDefault });
    for (let isFolded = settled === undefined; !isFolded; ) {
      if (isOver()) return undefined;
      isFolded = present(
        await stepAudit(db, auditId, (trx, audit) => foldOn(trx, audit, settled ?? 0, now())),
      );
    }
    const compared = await compareAll(db, auditId, isOver);
    if (compared === 'over') return undefined;
    if (compared !== 'too much is new') return finish(deps, auditId, compared, settled === undefined);
    if (settled === undefined) throw retryLater('a transaction that has not ended holds up the audit');
  }
  throw retryLater(`charges come faster than they are audited, for ${roundsMax} rounds`);
}

function present<T>(stepped: T | undefined): T {
  if (stepped === undefined) throw retryLater('a newer audit has taken the place of this one');
  return stepped;
}

type Differing = Readonly<Record<SumKind, readonly ComparedSum[]>>;

async function compareAll(
  db: Db,
  auditId: number,
  isOver: IsOver,
): Promise<Differing | 'over' | 'too much is new'> {
  const found: Record<SumKind, ComparedSum[]> = { grant: [], usage: [], trial: [] };
  for (const kind of sumKinds) {
    let after: string | undefined = '';
    while (after !== undefined && found[kind].length <= differencesMaxOfCheck) {
      if (isOver()) return 'over';
      const from: string = after;
      const step = await stepAudit(db, auditId, async (trx, audit) => ({
        compared: await compareOn(trx, audit, { kind, after: from }),
      }));
      const { compared } = present(step);
      if (!compared) return 'too much is new';
      found[kind].push(...compared.differing);
      after = compared.until;
    }
  }
  return found;
}

async function finish(
  { db, now }: AuditRunDeps,
  auditId: number,
  found: Differing,
  isHeldUp: boolean,
): Promise<AuditReport> {
  const { charges, refunds } = present(await readAudit(db, auditId));
  const differences = [
    ...sumKinds.flatMap((kind) => nameAtMost(found[kind].map(sentenceOf))),
    ...(await keptDifferences(db, auditId)),
  ];
  await finishAudit(db, auditId, { differences: differences.length, now: now() });
  await dropOldAudits(db, now());
  return { charges, refunds, differences, isHeldUp };
}
