import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../config/index.ts';
import { blobSettings, checkBlobStore } from './open-blob-store.ts';

const check = (env: Record<string, string>) => checkBlobStore(loadConfig(blobSettings, env));

describe('settings of a blob store', () => {
  it.each([
    [{ BLOB_DIR: '/data' }],
    [{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' }],
    [{ S3_BUCKET: 'b' }],
    [{ BLOB_DIR: '/data', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' }],
  ])('are enough: %j', (env) => {
    expect(() => check(env)).not.toThrow();
  });

  it('are not without a place', () => {
    expect(() => check({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toThrow(
      new ConfigError(['BLOB_DIR is missing; without it S3_BUCKET is needed']),
    );
  });

  it.each([
    [{ S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY is missing; S3_ACCESS_KEY_ID is set and needs it'],
    [{ S3_SECRET_ACCESS_KEY: 's' }, 'S3_ACCESS_KEY_ID is missing; S3_SECRET_ACCESS_KEY is set and needs it'],
  ])('are not with half of a key: %j', (half, fault) => {
    expect(() => check({ S3_BUCKET: 'b', ...half })).toThrow(new ConfigError([fault]));
  });
});
