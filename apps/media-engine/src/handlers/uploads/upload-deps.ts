import type { BlobStore } from '@redline/service-kit/blob';
import type { Db } from '../../store/tables.ts';

/** What uploads need. */
export interface UploadDeps {
  readonly db: Db;
  readonly blobs: BlobStore;
  /** Signs policies and URLs; the same for every replica. */
  readonly secret: string;
  /** Where forms are posted. */
  readonly host: string;
  /** What files are served below, without a slash at its end. */
  readonly cdnHost: string;
  /** An upload is kept for so long. */
  readonly keptForMs: number;
  /** It is known for so long that one has gone. Longer than uploads are kept. */
  readonly rememberedForMs: number;
  /** An upload may take so long. */
  readonly timeoutMs: number;
}
