import type { ProductVertical, RiskLevel } from '@redline/contracts';
import type { OutboxTables } from '@redline/service-kit/outbox';
import type { AttemptColumns } from '@redline/service-kit/records';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { Coverage, Detection, Localized } from '../domain/detection.ts';
import type { DriftStatus, StoredVoice, TranscriptStatus } from '../domain/render/video.ts';
import type { UploadKind } from '../domain/uploads/upload-kinds.ts';
import type { StoredFrame } from '../domain/videos/reports.ts';

export type CheckStatus = 'processing' | 'completed' | 'failed' | 'cancelled';

/** The columns that all checks have: owner and state. */
interface CheckTable extends AttemptColumns {
  id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  status: Generated<CheckStatus>;
  /** Whether lists and reads return it. */
  listed: boolean;
  /** Null except on the main site. */
  product_vertical: ProductVertical | null;
  risk_level: RiskLevel | null;
  /** The batch that it is an item of. */
  batch_id: string | null;
  deleted_at: Date | null;
  created_at: Generated<Date>;
  /** Changes when the record that clients read changes, and when it is reopened. */
  updated_at: Generated<Date>;
}

export interface ImageCheckTable extends CheckTable {
  /** As declared; null on the main site. */
  vertical: string | null;
  explain_locale: string;
  /** The requested `detectTypes`; null for all. */
  types: readonly string[] | null;
  /** Empty once deleted, as is the title. */
  image_url: string;
  title: string;
  size_bytes: number;
  width: number | null;
  height: number | null;
  detections: readonly Detection[] | null;
  coverage: readonly Coverage[] | null;
}

export interface VideoCheckTable extends CheckTable {
  platform: string;
  vertical: string | null;
  /** The requested types of frames and sound; null for all. */
  frame_types: readonly string[] | null;
  audio_types: readonly string[] | null;
  /** Empty once deleted, as is the title. */
  video_url: string;
  title: string;
  size_mb: number;
  duration_seconds: number;
  width: number | null;
  height: number | null;
  text_check_id: string | null;
  /** The text of that check, which the speaker was to keep to. */
  script: string | null;
  /** In every locale. */
  labels: readonly Localized[] | null;
  frames: readonly StoredFrame[] | null;
  visual_coverage: readonly Coverage[] | null;
  /** When their pictures are removed. */
  frames_until: Date | null;
  /** Decoded length of the file. */
  actual_seconds: number | null;
  transcript_status: TranscriptStatus | null;
  voice: StoredVoice | null;
  drift_status: DriftStatus | null;
}

/** A stored step of an open check. */
export interface VideoStageTable {
  check_id: string;
  name: string;
  value: unknown;
}

export interface MediaCountTable {
  kind: 'image' | 'video';
  account_id: string;
  site_id: string;
  tenant_id: string;
  /** Empty except on the main site. */
  product_vertical: string;
  status: CheckStatus;
  shard: number;
  total: number;
}

/** An object to remove; a key that ends with a slash means all objects below it. */
export interface RemovalTable {
  position: Generated<number>;
  key: string;
  due_at: Generated<Date>;
  attempt: Generated<number>;
}

/** A file that a client has uploaded, or is uploading. */
export interface UploadTable {
  key: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  kind: UploadKind;
  /** Null while it is received, as is the size. */
  content_type: string | null;
  size_bytes: number | null;
  /** Largest size that it may have while it is received. */
  reserved_bytes: number | null;
  /** Null also for a file that was posted to the store directly. */
  sha256: Buffer | null;
  /** Id of its receiver; null once it is stored. */
  claim_id: string | null;
  lease_until: Date | null;
  /** When the file expires; null while it is received. */
  remove_at: Date | null;
  /** When the file was removed. */
  purged_at: Date | null;
  created_at: Generated<Date>;
}

export interface UploadPolicyTable {
  id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  kind: UploadKind;
  expires_at: Date;
  /** Number of files begun. */
  files: Generated<number>;
  direct_key: string | null;
  /** Largest size of a file under that key; null if there is no such form. */
  direct_bytes: number | null;
}

/** Counts of what an account stores; triggers on the two tables above keep them. */
export interface UploadUsageTable {
  account_id: string;
  files: number;
  bytes: number;
  /** Files and bytes that direct forms may still bring. */
  direct_files: number;
  direct_bytes: number;
}

export interface Tables extends OutboxTables {
  uploads: UploadTable;
  upload_policies: UploadPolicyTable;
  upload_usage: UploadUsageTable;
  image_checks: ImageCheckTable;
  video_checks: VideoCheckTable;
  video_stages: VideoStageTable;
  media_counts: MediaCountTable;
  removals: RemovalTable;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** How the pool plans: each statement once, of which there are fewer than this, and by an index. */
export const databaseOptions = { preparedMax: 64, indexedOnly: true } as const;
