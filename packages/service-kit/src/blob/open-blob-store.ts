import { ConfigError, type ConfigOf, setting } from '../config/index.ts';
import type { BlobStore } from './blob-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

/** The settings of the blob store, the same in every service that has one. */
export const blobSettings = {
  BLOB_DIR: setting.string({
    default: null,
    reason: 'Folder for objects where no S3 is configured; replicas must share it',
  }),
  S3_BUCKET: setting.string({
    default: null,
    maxLength: 63,
    reason: 'Bucket for objects, which exists; with it BLOB_DIR is not used',
  }),
  S3_ENDPOINT: setting.url({
    protocols: ['http:', 'https:'],
    default: null,
    reason: 'Base URL of the S3 server; without it AWS is meant',
  }),
  S3_PUBLIC_ENDPOINT: setting.url({
    protocols: ['http:', 'https:'],
    default: null,
    reason:
      'Where clients reach the same server, for signed URLs and forms; S3_ENDPOINT where it is the same',
  }),
  S3_REGION: setting.string({
    default: 'us-east-1',
    maxLength: 64,
    reason: 'Region that requests are signed for',
  }),
  S3_ACCESS_KEY_ID: setting.string({
    default: null,
    maxLength: 256,
    reason:
      'Key of S3_BUCKET; without it and its secret the AWS SDK finds the identity of the process, such as that of a service account',
  }),
  S3_SECRET_ACCESS_KEY: setting.string({
    default: null,
    secret: true,
    reason: 'Secret of that key',
  }),
};

type BlobConfig = ConfigOf<typeof blobSettings>;

/**
 * Checks what the settings must say together.
 * @throws ConfigError with one line for each fault
 */
export function checkBlobStore(config: BlobConfig): void {
  const faults = faultsOf(config);
  if (faults.length > 0) throw new ConfigError(faults);
}

function faultsOf(config: BlobConfig): string[] {
  if (config.S3_BUCKET === null) {
    return config.BLOB_DIR === null ? ['BLOB_DIR is missing; without it S3_BUCKET is needed'] : [];
  }
  const names = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = names.filter((name) => config[name] === null);
  const [other] = names.filter((name) => config[name] !== null);
  return other === undefined ? [] : missing.map((name) => `${name} is missing; ${other} is set and needs it`);
}

/**
 * Opens the configured blob store.
 * @param config valid settings
 * @param served for a folder: the URL that its objects are served from, and the secret that signs it
 */
export async function openBlobStore(
  config: BlobConfig,
  served: { readonly publicUrl: string; readonly secret: string },
): Promise<BlobStore> {
  const { S3_BUCKET: bucket, BLOB_DIR: dir, S3_ACCESS_KEY_ID: accessKeyId } = config;
  if (bucket === null) return createFolderStore({ ...served, dir: dir ?? '' });
  return createS3Store({
    bucket,
    endpoint: config.S3_ENDPOINT ?? undefined,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT ?? undefined,
    region: config.S3_REGION,
    keys:
      accessKeyId === null ? undefined : { accessKeyId, secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '' },
  });
}
