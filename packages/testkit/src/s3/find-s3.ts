import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { runContainer } from '../containers/run-container.ts';
import type { Log } from '../log.ts';
import { describeKind, type FoundServer, firstOf, testSources } from '../source.ts';
import { toolsDir } from '../tools-dir.ts';
import { findRadosgw } from './find-radosgw.ts';
import { startRadosgw } from './start-radosgw.ts';

/** A server that speaks S3, wherever it is. */
export interface S3Server extends FoundServer {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Makes an empty bucket with a name nobody else has. @returns the name */
  readonly createBucket: () => Promise<string>;
}

type Address = Omit<S3Server, 'createBucket'>;

export interface FindS3Options {
  /** Where fetched programs are kept; with those of the tests when left out. */
  readonly cacheDir?: string;
  readonly log?: Log;
}

const image = 'minio/minio:RELEASE.2025-04-22T22-12-26Z';
const region = 'us-east-1';

/**
 * Finds or starts an S3 server: the one that `S3_ENDPOINT`, `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY` name, MinIO in
 * a container, or Ceph's gateway on this machine (3 s; the first time its packages are fetched, 60 MB).
 * @throws ServerError with one line
 */
export async function findS3(options: FindS3Options = {}): Promise<S3Server> {
  const { cacheDir = toolsDir, log = () => undefined } = options;
  const found = await firstOf<Address>(testSources, {
    environment: async () => environmentS3(process.env),
    container: () => containerS3(),
    local: async () => ({ kind: 'local', region, ...(await startRadosgw(await findRadosgw(cacheDir, log))) }),
  });
  if (!found) throw new Error('no source gave an S3 server');
  log(`S3: ${describeKind(found.kind, 'S3_ENDPOINT')} at ${new URL(found.endpoint).host}`);
  return { ...found, createBucket: () => createBucket(found) };
}

function environmentS3(env: NodeJS.ProcessEnv): Address | undefined {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!endpoint || !accessKeyId || !secretAccessKey) return undefined;
  const server = { endpoint, region: env['S3_REGION'] || region, accessKeyId, secretAccessKey };
  return { kind: 'environment', ...server, dispose: async () => undefined };
}

async function containerS3(): Promise<Address | undefined> {
  const secretAccessKey = randomUUID();
  const container = await runContainer({
    image,
    port: 9000,
    command: ['server', '/data'],
    env: { MINIO_ROOT_USER: 'test', MINIO_ROOT_PASSWORD: secretAccessKey },
    readyLog: { pattern: /API:/, times: 1 },
  });
  if (!container) return undefined;
  const endpoint = `http://${container.host}:${container.port}`;
  return {
    kind: 'container',
    endpoint,
    region,
    accessKeyId: 'test',
    secretAccessKey,
    dispose: container.stop,
  };
}

async function createBucket(server: Address): Promise<string> {
  const { endpoint, accessKeyId, secretAccessKey } = server;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: server.region, credentials, forcePathStyle: true });
  const name = `test-${randomUUID()}`;
  try {
    await client.send(new CreateBucketCommand({ Bucket: name }));
    return name;
  } finally {
    client.destroy();
  }
}
