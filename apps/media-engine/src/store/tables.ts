import type { ProductVertical, RiskLevel } from '@redline/contracts';
import type { OutboxTables } from '@redline/service-kit/outbox';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { Coverage, Detection, Localized } from '../domain/detection.ts';
import type { DriftStatus, StoredVoice, TranscriptStatus } from '../domain/render/video.ts';
import type { UploadKind } from '../domain/uploads/upload-kinds.ts';
import type { StoredFrame } from '../domain/videos/reports.ts';

export type CheckStatus = 'processing' | 'completed' | 'failed' | 'cancelled';

/** Whose record it is, and how far it has come: the columns that every check has. */
interface CheckTable {
  id: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  status: Generated<CheckStatus>;
  /** Whether lists and reads show it. */
  listed: boolean;
  /** Null but on the main site. */
  product_vertical: ProductVertical | null;
  risk_level: RiskLevel | null;
  /** The batch that it is an item of. */
  batch_id: string | null;
  /** How often it was taken. The last taking alone may finish it. */
  attempt: Generated<number>;
  /** Until then nobody else takes it; null when free. */
  lease_until: Date | null;
  failure_reason: string | null;
  /** What the last attempt ended with, for an operator; nothing of the content. */
  last_error: string | null;
  deleted_at: Date | null;
  created_at: Generated<Date>;
  /** Changes with what a client can see, and with a reopening. */
  updated_at: Generated<Date>;
}

export interface ImageCheckTable extends CheckTable {
  /** As declared; null on the main site. */
  vertical: string | null;
  explain_locale: string;
  /** The `detectTypes` asked for; null is all. */
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
  /** What of frames and sound was asked for; null is all. */
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
  /** What the file lasts. */
  actual_seconds: number | null;
  transcript_status: TranscriptStatus | null;
  voice: StoredVoice | null;
  drift_status: DriftStatus | null;
}

/** What was done of an open check so far. */
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
  /** Empty but on the main site. */
  product_vertical: string;
  status: CheckStatus;
  shard: number;
  total: number;
}

/** Objects that are to go; a key that ends with a slash names all below it. */
export interface RemovalTable {
  position: Generated<number>;
  key: string;
  due_at: Generated<Date>;
  attempt: Generated<number>;
}

/** A file that a client has uploaded, or that arrives. */
export interface UploadTable {
  key: string;
  account_id: string;
  site_id: string;
  tenant_id: string;
  kind: UploadKind;
  /** Null while it arrives, as is the size. */
  content_type: string | null;
  size_bytes: number | null;
  /** Null as well for a file that came past this service. */
  sha256: Buffer | null;
  /** Who receives it; null once it is stored. */
  claim_id: string | null;
  lease_until: Date | null;
  /** When the file is to go; null while it arrives. */
  remove_at: Date | null;
  /** When it went. */
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
  /** How many have begun. */
  files: Generated<number>;
  direct_key: string | null;
}

export interface Tables extends OutboxTables {
  uploads: UploadTable;
  upload_policies: UploadPolicyTable;
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
