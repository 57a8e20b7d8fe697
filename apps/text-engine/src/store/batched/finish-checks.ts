import type { Mode } from '@redline/rule-engine/rewrite';
import { idsIn } from '@redline/service-kit/db';
import type { OutboxMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import type { EvaluationToStore, StoredTexts } from '../../domain/stored-evaluation.ts';
import type { Db } from '../tables.ts';
import type { TakenCheck } from './take-checks.ts';

/** A verdict to be written, and its completed event. */
export interface Verdict {
  readonly taken: Pick<TakenCheck, 'id' | 'attempt'>;
  readonly evaluation: EvaluationToStore;
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
 * @param storedIds ids of texts that are known to be stored; those inserted here are added
 * @returns for each, in their order, false when the check is somebody else's by now
 */
export async function finishChecks(
  db: Db,
  verdicts: readonly Verdict[],
  storedIds: Set<string>,
): Promise<boolean[]> {
  await insertTexts(db, verdicts, storedIds);
  const of = <T>(column: (verdict: Verdict) => T): T[] => verdicts.map(column);
  const json = (column: (verdict: Verdict) => unknown): string[] =>
    of((verdict) => JSON.stringify(column(verdict)));
  const { rows } = await sql<{ event_id: string }>`
    with verdicts as (
      select * from unnest(
        ${of(({ taken }) => taken.id)}::text[], ${of(({ taken }) => taken.attempt)}::int[],
        ${of(({ evaluation }) => evaluation.stored.riskLevel)}::text[], ${json(({ evaluation }) => evaluation.stored.summary)}::json[],
        ${json(({ evaluation }) => evaluation.stored.findings)}::json[],
        ${json(({ evaluation }) => evaluation.stored.customFindings)}::json[],
        ${json(({ evaluation }) => evaluation.stored.semanticLabels)}::json[],
        ${json(({ evaluation }) => evaluation.stored.considered)}::json[],
        ${of(({ evaluation }) => evaluation.stored.pack.id)}::text[], ${of(({ evaluation }) => evaluation.stored.pack.version)}::text[],
        ${of(({ evaluation }) => evaluation.stored.pack.contentHash)}::text[], ${of(({ evaluation }) => evaluation.stored.reviewer)}::text[],
        ${of(({ evaluation }) => evaluation.stored.reader ?? null)}::text[],
        ${of(({ event }) => event.id)}::text[], ${of(({ event }) => event.subject)}::text[],
        ${json(({ event }) => event.payload)}::json[],
        ${json(({ event: { requestId, traceparent } }) => ({ requestId, traceparent }))}::json[],
        ${of(({ rewrite }) => rewrite?.id ?? null)}::text[], ${of(({ rewrite }) => rewrite?.mode ?? null)}::text[],
        ${of(({ rewrite }) => rewrite?.subject ?? null)}::text[],
        ${json(({ rewrite }) => rewrite?.payload ?? null)}::json[]
      ) as row (id, attempt, risk_level, summary, findings, custom_findings, semantic_labels, considered, pack_id,
        pack_version, pack_hash, reviewer, reader, event_id, subject, payload, headers, rewrite_id, rewrite_mode, job_subject,
        job_payload)
    ), finished as (
      update text_checks t set
        status = 'completed', lease_until = null, last_error = null, updated_at = now(),
        risk_level = v.risk_level, summary = v.summary, findings = v.findings, custom_findings = v.custom_findings,
        semantic_labels = v.semantic_labels, considered = v.considered, pack_id = v.pack_id,
        pack_version = v.pack_version, pack_hash = v.pack_hash, reviewer = v.reviewer, reader = v.reader,
        fix_status = case when v.rewrite_id is null then t.fix_status else 'processing' end
      from verdicts v
      -- Named twice, so that the ids lead to the rows; else the index of processing checks might, with all its dead rows.
      where ${idsIn(
        of(({ taken }) => taken.id),
        sql`t.id`,
      )} and t.id = v.id
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

/** Inserts texts before a check refers to them; nearly always all are stored already. */
async function insertTexts(db: Db, verdicts: readonly Verdict[], storedIds: Set<string>): Promise<void> {
  const fresh = new Map<string, StoredTexts>();
  for (const { evaluation } of verdicts)
    for (const [id, texts] of evaluation.texts) if (!storedIds.has(id)) fresh.set(id, texts);
  if (fresh.size === 0) return;
  // In the order of their ids, so that two engines that insert the same texts wait for each other and never in a ring.
  const rows = [...fresh].sort(([a], [b]) => (a < b ? -1 : 1));
  await sql`insert into wordings (id, wording)
    values ${sql.join(rows.map(([id, texts]) => sql`(${id}, ${JSON.stringify(texts)}::json)`))}
    on conflict do nothing`.execute(db);
  for (const id of fresh.keys()) storedIds.add(id);
}
