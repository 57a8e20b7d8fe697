import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportRequests } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { readAgain } from './read-again.ts';

/** Files of one page: few enough to be copied within the hour for which their URLs are signed. */
const copiedAtOnce = 5;
const listedAtOnce = 500;
const copyTimeoutMs = 600_000;

/**
 * Yields the uploaded files that are still stored: each with a signed URL, or with the name of its copy.
 * @param folder to copy the files to; null for URLs alone. One that cannot be copied says why.
 */
export async function* uploadsOf(
  bus: Bus,
  accountId: string,
  folder: string | null,
): AsyncGenerator<ExportedUpload> {
  if (folder !== null) await mkdir(folder, { mode: 0o700 });
  const limit = folder === null ? listedAtOnce : copiedAtOnce;
  let after: string | null = null;
  let number = 0;
  do {
    const page: Page = await readAgain(bus, exportRequests.uploads, { accountId, after, limit });
    for (const { url, ...file } of page.uploads) {
      number += 1;
      yield folder === null ? { ...file, url } : { ...file, ...(await copied(url, file, folder, number)) };
    }
    after = page.next;
  } while (after !== null);
}

/** An upload as its line says it. */
export interface ExportedUpload extends StoredFile {
  /** Signed, for an hour. */
  readonly url?: string;
  /** The name of its copy in the folder of the export. */
  readonly file?: string;
  /** Why there is no copy. */
  readonly notCopied?: string;
}

interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number | null;
}

interface Page {
  readonly uploads: readonly (StoredFile & { readonly url: string })[];
  readonly next: string | null;
}

/** A name that no key of a client can lead out of the folder by. */
const nameOf = (key: string, number: number) =>
  `${String(number).padStart(6, '0')}-${(key.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(-100)}`;

async function copied(url: string, { key, sizeBytes }: StoredFile, folder: string, number: number) {
  const name = nameOf(key, number);
  try {
    await copy(url, join(folder, name), sizeBytes);
    return { file: `media/${name}` };
  } catch (error) {
    await rm(join(folder, name), { force: true });
    return { notCopied: error instanceof Error ? error.message : String(error) };
  }
}

async function copy(url: string, file: string, sizeBytes: number | null): Promise<void> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(copyTimeoutMs) });
  if (!response.ok || !response.body) throw new Error(`the store answered ${response.status}`);
  let bytes = 0;
  await pipeline(
    Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (sizeBytes !== null && bytes > sizeBytes)
          throw new Error(`it is larger than its ${sizeBytes} bytes`);
        yield chunk;
      }
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  );
  if (sizeBytes !== null && bytes < sizeBytes)
    throw new Error(`it broke off after ${bytes} of ${sizeBytes} bytes`);
}
