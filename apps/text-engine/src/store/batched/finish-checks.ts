import type { Judgment } from '@redline/rule-engine/evaluate';
import type { Mode } from '@redline/rule-engine/rewrite';
import type { OutboxMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import type { StoredWording } from '../stored-evaluation.ts';
import type { Db } from '../tables.ts';
import { storedConsidered, storedFinding, wordingIdOf } from '../wordings.ts';
import type { TakenCheck } from './take-checks.ts';

/** A verdict to be written, and its completed event. */
export interface Verdict {
  readonly taken: Pick<TakenCheck, 'id' | 'attempt'>;
  readonly judgment: Judgment;
  readonly event: OutboxMessage & { readonly id: string };
  /** A rewrite that begins with the verdict, and its job. */
  readonly rewrite?: {
    readonly id: string;
    readonly mode: Mode;
    readonly subject: string;
    readonly payload: unknown;
  } | null;
}

/**
 * Writes verdicts, their completed events and the rewrites that begin with them in one statement: each one whose attempt
 * is still the last one taken and whose check was neither cancelled nor failed meanwhile. So an engine that was paused
 * finishes nothing when it wakes up.
 * Special: other records are finished one by one (service-kit, `finishRecord`); the conditions are the same.
 * @param kept ids of wordings that are known to be kept already; those kept here are added
 * @returns for each, in their order, false when the check is somebody else's by now
 */
export async function finishChecks(
  db: Db,
  verdicts: readonly Verdict[],
  kept: Set<string>,
): Promise<boolean[]> {
  await keepWordings(db, verdicts, kept);
  const of = <T>(column: (verdict: Verdict) => T): T[] => verdicts.map(column);
  const json = (column: (verdict: Verdict) => unknown): string[] =>
    of((verdict) => JSON.stringify(column(verdict)));
  const { rows } = await sql<{ event_id: string }>`
    with verdicts as (
      select * from unnest(
        ${of(({ taken }) => taken.id)}::text[], ${of(({ taken }) => taken.attempt)}::int[],
        ${of(({ judgment }) => judgment.riskLevel)}::text[], ${json(({ judgment }) => judgment.summary)}::json[],
        ${json(({ judgment }) => judgment.findings.map(storedFinding))}::json[],
        ${json(({ judgment }) => judgment.customFindings)}::json[],
        ${json(({ judgment }) => judgment.semanticLabels)}::json[],
        ${json(({ judgment }) => judgment.considered.map(storedConsidered))}::json[],
        ${of(({ judgment }) => judgment.pack.id)}::text[], ${of(({ judgment }) => judgment.pack.version)}::text[],
        ${of(({ judgment }) => judgment.pack.contentHash)}::text[], ${of(({ judgment }) => judgment.reviewer)}::text[],
        ${of(({ event }) => event.id)}::text[], ${of(({ event }) => event.subject)}::text[],
        ${json(({ event }) => event.payload)}::json[],
        ${json(({ event: { requestId, traceparent } }) => ({ requestId, traceparent }))}::json[],
        ${of(({ rewrite }) => rewrite?.id ?? null)}::text[], ${of(({ rewrite }) => rewrite?.mode ?? null)}::text[],
        ${of(({ rewrite }) => rewrite?.subject ?? null)}::text[],
        ${json(({ rewrite }) => rewrite?.payload ?? null)}::json[]
      ) as row (id, attempt, risk_level, summary, findings, custom_findings, semantic_labels, considered, pack_id,
        pack_version, pack_hash, reviewer, event_id, subject, payload, headers, rewrite_id, rewrite_mode, job_subject,
        job_payload)
    ), finished as (
      update text_checks t set
        status = 'completed', lease_until = null, last_error = null, updated_at = now(),
        risk_level = v.risk_level, summary = v.summary, findings = v.findings, custom_findings = v.custom_findings,
        semantic_labels = v.semantic_labels, considered = v.considered, pack_id = v.pack_id,
        pack_version = v.pack_version, pack_hash = v.pack_hash, reviewer = v.reviewer,
        fix_status = case when v.rewrite_id is null then t.fix_status else 'processing' end
      from verdicts v
      -- Named twice, so that the ids lead to the rows; else the index of processing checks might, with all its dead rows.
      where t.id = any(${of(({ taken }) => taken.id)}::text[]) and t.id = v.id
        and t.attempt = v.attempt and t.status = 'processing'
      returning v.event_id, v.subject, v.payload, v.headers, v.rewrite_id, v.rewrite_mode, v.job_subject, v.job_payload,
        t.id, t.account_id, t.site_id, t.tenant_id
    ), sent as (
      insert into outbox (id, subject, payload, headers) select event_id, subject, payload, headers from finished
      union all select rewrite_id, job_subject, job_payload, headers from finished where rewrite_id is not null
    ), begun as (
      insert into rewrites (id, check_id, account_id, site_id, tenant_id, strategy, mode)
      select rewrite_id, id, account_id, site_id, tenant_id, 'rewrite', rewrite_mode from finished
      where rewrite_id is not null
    )
    select event_id from finished`.execute(db);
  const finished = new Set(rows.map((row) => row.event_id));
  return verdicts.map(({ event }) => finished.has(event.id));
}

/** Keeps what is said before a check refers to it; nearly always there is nothing new. */
async function keepWordings(db: Db, verdicts: readonly Verdict[], kept: Set<string>): Promise<void> {
  const fresh = new Map<string, StoredWording>();
  for (const { judgment } of verdicts) {
    const { findings, considered } = judgment;
    const said = [...findings.map(({ wording }) => wording), ...considered.map(({ reason }) => reason)];
    for (const saying of said) if (!kept.has(wordingIdOf(saying))) fresh.set(wordingIdOf(saying), saying);
  }
  if (fresh.size === 0) return;
  // In the order of their ids, so that two engines that keep the same wordings wait for each other and never in a ring.
  const rows = [...fresh].sort(([a], [b]) => (a < b ? -1 : 1));
  await sql`insert into wordings (id, wording)
    values ${sql.join(rows.map(([id, wording]) => sql`(${id}, ${JSON.stringify(wording)}::json)`))}
    on conflict do nothing`.execute(db);
  for (const id of fresh.keys()) kept.add(id);
}
