import type { exportRequests } from '@redline/contracts';
import type { RequestHandler } from '@redline/service-kit/bus';
import { storedFiles } from '../../store/account-uploads.ts';
import type { UploadDeps } from './upload-deps.ts';

const urlSeconds = 3_600;

/** Lists the stored uploads of an account for its export, each with a signed URL. */
export const listUploads =
  ({ db, blobs }: Pick<UploadDeps, 'db' | 'blobs'>): RequestHandler<typeof exportRequests.uploads> =>
  async ({ accountId, after, limit }) => {
    const files = await storedFiles(db, accountId, { after, limit });
    const uploads = await Promise.all(
      files.map(async ({ createdAt, ...file }) => ({
        ...file,
        createdAt: createdAt.toISOString(),
        url: await blobs.signedUrl(file.key, urlSeconds),
      })),
    );
    const isFull = files.length === limit;
    return { uploads, next: isFull ? (files.at(-1)?.key ?? null) : null };
  };
