import { type BlobStore, blobKeyFault } from '@redline/service-kit/blob';
import { beginning } from './beginning.ts';
import { type Fetched, type Fetching, fetchSource, measureSource } from './fetch-source.ts';
import { SourceError } from './source-error.ts';
import { type Target, writeSource } from './write-source.ts';

/**
 * Copies the file of a URL to a new one at `path`, which the caller removes also on failure: an upload from the blob
 * store, anything else from the public internet.
 * @throws SourceError; the signal's reason
 */
export type OpenSource = (url: string, to: Target) => Promise<Fetched>;

/**
 * Reads the size of the file of a URL, null if its server does not send it, and its first 64 KiB.
 * @throws as OpenSource does
 */
export type MeasureSource = (
  url: string,
  signal: AbortSignal,
) => Promise<{ readonly sizeBytes: number | null; readonly head: Uint8Array }>;

const headBytes = 65_536;

/**
 * @param cdnHost base URL of the blob store, without a slash at its end
 * @param isUpload tells whether a key is that of an upload: no other stored object may be checked
 */
export function createSources({
  uploads,
  cdnHost,
  isUpload,
  fetching,
}: {
  readonly uploads: Pick<BlobStore, 'get' | 'head'>;
  readonly cdnHost: string;
  readonly isUpload: (key: string) => boolean;
  readonly fetching: Fetching;
}): { readonly openSource: OpenSource; readonly measureSource: MeasureSource } {
  const keyOf = uploadKeys(cdnHost, isUpload);
  return {
    async openSource(url, to) {
      const key = keyOf(url);
      return key === null ? fetchSource(fetching, url, to) : copyUpload(uploads, key, to);
    },
    async measureSource(url, signal) {
      const key = keyOf(url);
      return key === null
        ? measureSource(fetching, url, headBytes, signal)
        : measureUpload(uploads, key, signal);
    },
  };
}

/** Returns a function that reads the key of an upload from its URL; null for any other URL. */
function uploadKeys(cdnHost: string, isUpload: (key: string) => boolean): (url: string) => string | null {
  const host = new URL(`${cdnHost}/`);
  return (text) => {
    const url = URL.parse(text);
    if (!url || url.origin !== host.origin || !url.pathname.startsWith(host.pathname)) return null;
    const key = decoded(url.pathname.slice(host.pathname.length));
    if (blobKeyFault(key) || !isUpload(key)) throw missingUpload();
    return key;
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new SourceError('url', 'the URL cannot be read');
  }
}

const missingUpload = () => new SourceError('status', 'there is no such upload, or its file was removed');

async function copyUpload(
  uploads: Pick<BlobStore, 'get' | 'head'>,
  key: string,
  to: Target,
): Promise<Fetched> {
  to.signal.throwIfAborted();
  const found = await uploads.get(key);
  if (!found) throw missingUpload();
  return writeSource(found.body, to);
}

async function measureUpload(uploads: Pick<BlobStore, 'get' | 'head'>, key: string, signal: AbortSignal) {
  signal.throwIfAborted();
  const known = await uploads.head(key);
  if (!known) throw missingUpload();
  if (known.sizeBytes === 0) return { sizeBytes: 0, head: new Uint8Array() };
  const found = await uploads.get(key, { start: 0, end: Math.min(headBytes, known.sizeBytes) - 1 });
  if (!found) throw missingUpload();
  return { sizeBytes: known.sizeBytes, head: await beginning(found.body, headBytes) };
}
