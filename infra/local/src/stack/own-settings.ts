import { randomBytes } from 'node:crypto';
import type { BusUserName } from '@redline/contracts/bus-users';
import { freePort } from '@redline/testkit/servers';
import { keptSecret } from './kept-secret.ts';
import type { Paths } from './paths.ts';

/** Where clients reach the API. */
export interface ApiAddress {
  readonly host: string;
  readonly port: number;
  readonly url: string;
}

/** Environment variables by service. */
export type OwnSettings = Readonly<Partial<Record<BusUserName, Readonly<Record<string, string>>>>>;

const loopback = '127.0.0.0/8,::1/128';
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** Chooses the settings that single services have beside those of all: addresses, folders and secrets of this stack. */
export async function chooseOwnSettings(paths: Paths, { host, port, url }: ApiAddress): Promise<OwnSettings> {
  const mediaPort = await freePort();
  return {
    gateway: {
      HOST: host,
      PORT: String(port),
      MEDIA_ENGINE_URL: `http://127.0.0.1:${mediaPort}`,
    },
    'media-engine': {
      MEDIA_HTTP_PORT: String(mediaPort),
      BLOB_DIR: paths.blobs,
      PUBLIC_URL: url,
      // Signatures are valid for an hour at most, so a new secret at each start does no harm.
      UPLOAD_SECRET: randomBytes(32).toString('base64url'),
    },
    webhooks: {
      ENDPOINT_SECRET_KEYS: `local:${await keptSecret(paths.endpointKey)}`,
      // Who reaches an API on loopback is on this machine: their programs are, too.
      ...(isLoopback(host) && { ENDPOINT_NETWORKS: loopback }),
    },
  };
}
