import type { MatchType, ProductVertical, SceneMode, WordLibrary } from '@redline/contracts';
import type { CustomFinding, Evaluation, Finding, RiskLevel } from '@redline/rule-engine/evaluate';
import type { Localized } from '@redline/rule-engine/pack';
import type { ReaderKind } from '@redline/rule-engine/reader';
import type { Mode, Strategy } from '@redline/rule-engine/rewrite';
import type { OutboxTables } from '@redline/service-kit/outbox';
import type { AttemptColumns } from '@redline/service-kit/records';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { StoredConsidered, StoredTexts } from '../domain/stored-evaluation.ts';
import type { CheckStatus, FixStatus, StoredFix } from '../domain/text-check.ts';

/**
 * Why a check failed: its submission broke off; no job for it ever came; the job was lost after a worker had begun;
 * it was tried as often as allowed.
 */
export type FailureReason = 'abandoned' | 'never_taken' | 'lease_ended' | 'attempts_exhausted';

export interface TextCheckTable extends AttemptColumns<FailureReason> {
  id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  status: Generated<CheckStatus>;
  platform: string;
  /** On the main site its `industryVertical`. */
  vertical: string;
  /** Null but on the main site, as is the scene. */
  product_vertical: ProductVertical | null;
  scene_mode: SceneMode | null;
  /** Whether a rewrite is to follow the check. */
  auto_fix: Generated<boolean>;
  explain_locale: string;
  /** The batch that it is an item of. */
  batch_id: string | null;
  /** Empty once deleted. */
  text: string;
  risk_level: RiskLevel | null;
  summary: Evaluation['summary'] | null;
  findings: readonly Finding[] | null;
  custom_findings: readonly CustomFinding[] | null;
  semantic_labels: readonly Localized[] | null;
  considered: readonly StoredConsidered[] | null;
  pack_id: string | null;
  pack_version: string | null;
  pack_hash: string | null;
  reviewer: string | null;
  /** Names the runtime that read the text beside the rules: `native`, `web`, or `off`; null in records of older versions. */
  reader: ReaderKind | null;
  fix_status: FixStatus | null;
  /** The rewrite of a check of an international site. */
  fixed_text: string | null;
  /** Those of a check of the main site, ascending by version; null is none. */
  fixes: readonly StoredFix[] | null;
  deleted_at: Date | null;
  created_at: Generated<Date>;
  /** Changes with what a client can see, and with a reopening. */
  updated_at: Generated<Date>;
}

export interface TextCheckCountTable {
  account_id: string;
  site_id: string;
  tenant_id: string;
  /** Product line of the checks that are counted; empty but on the main site, as is the platform. */
  product_vertical: Generated<string>;
  platform: Generated<string>;
  shard: number;
  total: number;
}

export interface WordAccountTable {
  account_id: string;
  used: Generated<number>;
  enabled: Generated<boolean>;
}

export interface WordScopeTable {
  account_id: string;
  site_id: string;
  tenant_id: string;
  words: Generated<number>;
  version: Generated<number>;
  enabled: Generated<boolean>;
}

export interface CustomWordTable {
  id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  library: WordLibrary;
  keyword: string;
  folded: string;
  match_type: MatchType;
  replacement: string | null;
  note: string | null;
  enabled: boolean;
  /** Which part of its scope's words it is compiled with. */
  bucket: number;
  created_at: Date;
  updated_at: Date;
}

export interface WordBucketTable {
  account_id: string;
  site_id: string;
  tenant_id: string;
  bucket: number;
  words: number;
  version: number;
}

export type RewriteStatus = 'processing' | 'completed' | 'failed' | 'cancelled' | 'dropped';

export interface RewriteTable extends AttemptColumns<FailureReason> {
  id: string;
  check_id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  /** `dropped`: its account could not pay for it. */
  status: Generated<RewriteStatus>;
  strategy: Strategy;
  mode: Mode;
  /** The check's `fix_status` before this rewrite began. */
  previous_status: FixStatus | null;
  /** The writer of the text: `embedded`, or `model:` and its name. */
  writer: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** The texts of findings and the reasons of lawful matches, under their ids; rows are never changed nor deleted. */
export interface WordingTable {
  id: string;
  wording: StoredTexts;
}

export interface NoticeDismissalTable {
  account_id: string;
  site_id: string;
  tenant_id: string;
  dismiss_key: string;
  dismissed_at: Generated<Date>;
}

export interface Tables extends OutboxTables {
  text_checks: TextCheckTable;
  text_check_counts: TextCheckCountTable;
  word_accounts: WordAccountTable;
  word_scopes: WordScopeTable;
  custom_words: CustomWordTable;
  word_buckets: WordBucketTable;
  wordings: WordingTable;
  notice_dismissals: NoticeDismissalTable;
  rewrites: RewriteTable;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Options of the pool: each statement is planned once, by an index; there are fewer than `preparedMax`. */
export const databaseOptions = { preparedMax: 64, indexedOnly: true } as const;
