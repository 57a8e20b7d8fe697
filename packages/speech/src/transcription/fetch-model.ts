import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chooseFiles } from './choose-files.ts';
import { download } from './download.ts';
import { sha256Of } from './hash-file.ts';
import { manifestName, type SpeechModelManifest } from './speech-model.ts';

const run = promisify(execFile);
/** Whisper large, the largest, has 3.1 GB. */
const bytesMax = 8 * 2 ** 30;
const idleMs = 60_000;
const unpackTimeoutMs = 600_000;

export interface FetchOptions {
  /** An archive (tar, with gzip, bzip2 or xz) of a model in the form that sherpa-onnx has it. */
  readonly url: string;
  /** Of the archive, in hexadecimal digits. */
  readonly sha256: string;
  /** Where the model comes to be; it does not exist, or is empty. */
  readonly folder: string;
}

/**
 * Fetches a speech model from an address, if it is the file that the operator means, and unpacks it. The folder is complete
 * or does not exist. It can be read by everybody: the process that loads it may run as another user.
 * @returns what is in the folder
 * @throws Error with a sentence; nothing is left then
 */
export async function fetchSpeechModel({ url, sha256, folder }: FetchOptions): Promise<SpeechModelManifest> {
  const hash = sha256.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('a SHA-256 has 64 hexadecimal digits');
  if (!/^https?:\/\//.test(url)) throw new Error('the address must begin with https:// or http://');
  const target = resolve(folder);
  const there = await readdir(target).catch(() => []);
  if (there.length > 0) throw new Error(`${target} is not empty`);
  await mkdir(dirname(target), { recursive: true });
  // Beside its place, so that it is moved there and not copied.
  const work = await mkdtemp(join(dirname(target), '.speech-model-'));
  try {
    const archive = join(work, 'archive');
    await download(archive, { url, sha256: hash, bytesMax, idleMs });
    const [unpacked, ready] = [join(work, 'unpacked'), join(work, 'ready')];
    await Promise.all([mkdir(unpacked), mkdir(ready)]);
    await unpack(archive, unpacked);
    const { type, parts, weights, texts } = await chooseFiles(unpacked);
    const moved = async (path: string) => {
      const name = basename(path);
      await rename(path, join(ready, name));
      await chmod(join(ready, name), 0o644);
      return { name, sha256: await sha256Of(join(ready, name)) };
    };
    const manifest: SpeechModelManifest = {
      version: 1,
      type,
      parts: Object.fromEntries(
        await Promise.all(
          Object.entries(parts).map(async ([part, path]) => [part, await moved(path)] as const),
        ),
      ),
      weights: await Promise.all(weights.map(moved)),
      from: { url, sha256: hash },
    };
    await Promise.all(texts.map(moved));
    await writeFile(join(ready, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o644 });
    await chmod(ready, 0o755);
    await rm(target, { recursive: true, force: true });
    await rename(ready, target);
    return manifest;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Unpacks with the system's `tar`, which leaves out what would be written elsewhere. */
async function unpack(archive: string, folder: string): Promise<void> {
  const args = ['-xf', archive, '-C', folder, '--no-same-owner'];
  await run('tar', args, { timeout: unpackTimeoutMs }).catch(
    (error: NodeJS.ErrnoException & { stderr?: string }) => {
      if (error.code === 'ENOENT') throw new Error('tar is missing, which unpacks the model');
      const program = /(?:^|\W)(bzip2|lbzip2|xz|gzip)\b[^\n]*(?:Cannot exec|not found)/.exec(
        error.stderr ?? '',
      )?.[1];
      if (program)
        throw new Error(`${program} is missing, with which the model is packed: apt-get install ${program}`);
      throw new Error('the file is no archive that tar unpacks');
    },
  );
}
