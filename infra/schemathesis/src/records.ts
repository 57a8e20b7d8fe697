import { openClient } from '@redline/upgrade/client';
import { createData } from '@redline/upgrade/create-data';
import { z } from 'zod';
import type { SiteName } from './surfaces.ts';

/** What exists in an account, so that generated requests meet records and files, and not only 404. */
export interface Records {
  /** Ids by the path of their kind: `/text/checks`. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly pictureUrl: string;
  readonly videoUrl: string;
  /** The fields of an upload form, signed for five minutes. */
  readonly upload: Readonly<Record<'key' | 'policy' | 'StoreAccessKeyId' | 'signature', string>>;
}

const wordList = z.object({ data: z.array(z.object({ id: z.string() })) });
/** A path of a record and its id. */
const recordPath = /^(\/(?:text\/checks|image\/checks|video\/checks|batches))\/([a-z0-9_]+)/;

/**
 * Creates records of every kind with a key, and waits until they have ended.
 * @throws Error if one is refused
 */
export async function createRecords(apiUrl: string, site: SiteName, key: string): Promise<Records> {
  const client = openClient(apiUrl, site, key);
  const { paths, picture, video } = await createData(client);
  const ids = Map.groupBy(idsOf(paths), ([kind]) => kind);
  const { data: words } = wordList.parse(await client.get('/custom-rules'));
  const endpoint = await client.post('/webhook-endpoints', { url: 'https://shop.example/redline' });
  return {
    ids: {
      ...Object.fromEntries([...ids].map(([kind, pairs]) => [kind, pairs.map(([, id]) => id)])),
      '/custom-rules': words.slice(0, 20).map(({ id }) => id),
      '/webhook-endpoints': [String(endpoint['id'])],
    },
    pictureUrl: picture.url,
    videoUrl: video.url,
    upload: await newUpload(apiUrl, site, key),
  };
}

function* idsOf(paths: readonly string[]): Generator<readonly [kind: string, id: string]> {
  for (const path of paths) {
    const [, kind, id] = recordPath.exec(path) ?? [];
    if (kind !== undefined && id !== undefined) yield [kind, id];
  }
}

/** Returns the fields of a form for a new file. */
export async function newUpload(apiUrl: string, site: SiteName, key: string): Promise<Records['upload']> {
  const wanted = { kind: 'image', filename: 'a.jpg' };
  const policy = await openClient(apiUrl, site, key).post('/uploads/policy', wanted);
  const field = (name: string): string => String(policy[name]);
  return {
    key: field('key'),
    policy: field('policy'),
    StoreAccessKeyId: field('accessKeyId'),
    signature: field('signature'),
  };
}
