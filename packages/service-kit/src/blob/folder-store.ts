import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { checkKey, checkPrefix } from './blob-key.ts';
import type { BlobFacts, BlobStore } from './blob-store.ts';
import { counted } from './counted.ts';
import { encodeKey, signKey } from './signed-key.ts';

export interface FolderStoreOptions {
  /** Created if missing; used by this store only. */
  readonly dir: string;
  /** The URL that objects are served from, without a trailing slash. */
  readonly publicUrl: string;
  /** Signs URLs; the server of the objects verifies them with `isSignedKey`. */
  readonly secret: string;
}

/** The content type is stored at the end of the object's file, so that both are written and deleted atomically. */
const trailerBytes = 128;
const typePattern = /^[\x20-\x7e]{1,120}$/;

/** Opens a blob store in a folder. Replicas may share it over a network file system. */
export async function createFolderStore(options: FolderStoreOptions): Promise<BlobStore> {
  const partsDir = join(options.dir, 'parts');
  const objectsDir = join(options.dir, 'objects');
  await mkdir(partsDir, { recursive: true });
  await mkdir(objectsDir, { recursive: true });
  const pathOf = (key: string) => {
    checkKey(key);
    return join(objectsDir, asPath(key));
  };
  return {
    async put(key, body, { contentType, maxBytes = Number.MAX_SAFE_INTEGER }) {
      const path = pathOf(key);
      if (!typePattern.test(contentType)) throw new Error('the content type is none');
      const part = join(partsDir, randomUUID());
      try {
        const sizeBytes = await writePart(part, counted(body, { maxBytes }), contentType);
        await moveInto(part, path);
        return { sizeBytes };
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      const handle = await openFile(pathOf(key));
      if (!handle) return undefined;
      try {
        const facts = await factsOf(handle);
        const start = range?.start ?? 0;
        const end = Math.min(range?.end ?? facts.sizeBytes - 1, facts.sizeBytes - 1);
        if (end >= start) return { ...facts, body: handle.createReadStream({ start, end }) };
        await handle.close();
        return { ...facts, body: Readable.from([]) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async head(key) {
      const handle = await openFile(pathOf(key));
      if (!handle) return undefined;
      return factsOf(handle).finally(() => handle.close());
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    async deletePrefix(prefix) {
      checkPrefix(prefix);
      await rm(join(objectsDir, asPath(prefix)), { recursive: true, force: true });
    },
    async signedUrl(key, ttlSeconds) {
      checkKey(key);
      const { expires, signature } = signKey(
        options.secret,
        key,
        Math.floor(Date.now() / 1_000) + ttlSeconds,
      );
      return `${options.publicUrl}/${encodeKey(key)}?expires=${expires}&signature=${signature}`;
    },
    presignedPost: async () => null,
    sweepParts: (olderThanMs) => sweep(partsDir, Date.now() - olderThanMs),
    async ping() {
      const probe = join(partsDir, randomUUID());
      await (await open(probe, 'wx', 0o600)).close();
      await rm(probe);
    },
    close: () => undefined,
  };
}

/** Names of folders end with a character that no key has, since `a` and `a/b` may both be objects. */
const asPath = (key: string) => key.replaceAll('/', '%/');

async function writePart(
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<number> {
  const handle = await open(part, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      await handle.writeFile(chunk);
      sizeBytes += chunk.length;
    }
    await handle.writeFile(contentType.padEnd(trailerBytes));
    // The put resolves only when the object is durable: bytes first, then the name.
    await handle.datasync();
    return sizeBytes;
  } finally {
    await handle.close();
  }
}

async function moveInto(part: string, path: string): Promise<void> {
  const move = async () => {
    await mkdir(dirname(path), { recursive: true });
    await rename(part, path);
  };
  // Once more, since the prefix may be deleted in between.
  await move().catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return move();
  });
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function factsOf(handle: FileHandle): Promise<BlobFacts> {
  const file: Stats = await handle.stat();
  const sizeBytes = file.size - trailerBytes;
  const { buffer } = await handle.read({ buffer: Buffer.alloc(trailerBytes), position: sizeBytes });
  return {
    sizeBytes,
    contentType: buffer.toString('latin1').trimEnd(),
    etag: `"${sizeBytes.toString(36)}-${Math.round(file.mtimeMs).toString(36)}-${file.ino.toString(36)}"`,
    modifiedAt: file.mtime,
  };
}

async function sweep(partsDir: string, beforeMs: number): Promise<number> {
  let swept = 0;
  for (const name of await readdir(partsDir)) {
    const path = join(partsDir, name);
    const file = await stat(path).catch(() => undefined);
    if (!file || file.mtimeMs >= beforeMs) continue;
    await rm(path, { force: true });
    swept += 1;
  }
  return swept;
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
