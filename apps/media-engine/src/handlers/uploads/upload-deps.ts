import type { BlobStore } from '@redline/service-kit/blob';
import type { UploadQuota } from '../../domain/uploads/quota.ts';
import type { Db } from '../../store/tables.ts';

/** The dependencies of upload handlers. */
export interface UploadDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  /** Signs policies and URLs; the same for every replica. */
  readonly secret: string;
  /** URL that forms are posted to. */
  readonly host: string;
  /** Base URL of uploaded files, without a slash at its end. */
  readonly cdnHost: string;
  /** How long uploads are stored. */
  readonly keptForMs: number;
  /** How long the row of a removed upload is stored; longer than uploads are. */
  readonly rememberedForMs: number;
  readonly quota: UploadQuota;
  /** Timeout of one upload. */
  readonly timeoutMs: number;
}
