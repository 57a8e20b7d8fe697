import { openBlobStore } from '@redline/service-kit/blob';
import type { ServiceRun } from '@redline/service-kit/service';
import { fetchLimits } from './clients/fetching/fetch-source.ts';
import { createPublicAgent, internet } from './clients/fetching/internet.ts';
import { createSources } from './clients/fetching/open-source.ts';
import { addressesOf, type Config, uploadRulesOf } from './config.ts';
import { isUploadKey } from './domain/uploads/upload-dir.ts';
import type { Db } from './store/tables.ts';

/**
 * Where files come from and are kept: the blob store, the uploads in it, and how the file of a URL is had.
 * @throws what a blob store throws that cannot be reached
 */
export async function openFiles(
  config: Config,
  { db, onClose }: { readonly db: Db; readonly onClose: ServiceRun<Config>['onClose'] },
) {
  const { host, cdnHost } = addressesOf(config);
  const blobs = await openBlobStore(config, { publicUrl: cdnHost, secret: config.UPLOAD_SECRET });
  onClose('blob store', async () => blobs.close());
  const fetching = { dispatcher: createPublicAgent(internet), limits: fetchLimits };
  const sources = createSources({ uploads: blobs, cdnHost, isUpload: isUploadKey, fetching });
  const uploads = { db, blobs, host, cdnHost, ...uploadRulesOf(config) };
  return { blobs, uploads, cdnHost, ...sources };
}
