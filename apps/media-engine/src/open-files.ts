import { createPublicAgent, internet } from '@redline/public-client';
import { openBlobStore } from '@redline/service-kit/blob';
import type { ServiceRun } from '@redline/service-kit/service';
import { fetchLimits } from './clients/fetching/fetch-source.ts';
import { createSources } from './clients/fetching/open-source.ts';
import type { Config } from './config.ts';
import { isUploadKey } from './domain/uploads/upload-dir.ts';
import type { Db } from './store/tables.ts';
import { addressesOf, uploadRulesOf } from './upload-settings.ts';

/**
 * Opens the sources of files: the blob store, the uploads in it, and the fetching of URLs.
 * @throws errors of a blob store that cannot be reached
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
