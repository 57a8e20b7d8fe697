import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Encode, Head, ReaderModel } from '../reader/model.ts';
import { type Reader, readerOf } from '../reader/read-text.ts';
import { NoReaderError, type ReaderRuntime, readerRuntime, runtimeVersion } from './reader-runtime.ts';

const names = z.array(z.string().min(1)).min(1);
const headerSchema = z
  .object({
    width: z.number().int().positive(),
    begin: z.number().int().nonnegative(),
    end: z.number().int().nonnegative(),
    controls: z.number().int().nonnegative(),
    unknown: z.number().int().nonnegative(),
    windowTokensAim: z.number().int().min(16).max(510),
    windowTokensMax: z.number().int().min(16).max(510),
    sites: z.record(
      z
        .object({
          calibration: z.object({ slope: z.number().positive(), offset: z.number() }).strict(),
          reportThreshold: z.number().min(0).max(1),
          reportScoreMin: z.number().min(0).max(1),
          lawfulThreshold: z.number().min(0).max(1),
          clearlyLawfulThreshold: z.number().min(0).max(1),
          certainlyLawfulThreshold: z.number().min(0).max(1),
        })
        .strict(),
    ),
    /** SHA-256 of the other files, by name. */
    sha256: z.record(z.string().regex(/^[0-9a-f]{64}$/)),
    heads: z.array(z.object({ name: z.string(), names }).strict()),
  })
  .strict();

const files = {
  header: 'reader.json',
  vocabulary: 'vocabulary.txt',
  normalization: 'normalization.json',
  heads: 'heads.bin',
  graph: 'model.onnx',
} as const;

/** The readers that this thread has opened, by runtime and folder: packs share one, which holds 100 MB. */
const opened = new Map<string, Reader>();

/**
 * Opens the reader beside the pack in `folder` (`packs/reader`), once a thread; null where there is none, and where rules
 * alone are to judge. Throws as `loadReader` does.
 */
export function readerBeside(folder: string): Reader | null {
  const beside = resolve(folder, '..', 'reader');
  if (!existsSync(join(beside, files.header))) return null;
  const runtime = readerRuntime();
  if (runtime === null) return null;
  const key = `${runtime.kind} ${beside}`;
  const reader = opened.get(key) ?? loadReader(beside, runtime);
  opened.set(key, reader);
  return reader;
}

/**
 * Returns what the readings beside the pack in `folder` depend on: the manifest of the reader, which names the hashes of
 * its files, and the version of the runtime; null where there is no reader.
 */
export function readerManifestBeside(folder: string): Buffer | null {
  const file = join(folder, '..', 'reader', files.header);
  return existsSync(file)
    ? Buffer.concat([readFileSync(file), Buffer.from(`onnxruntime ${runtimeVersion}`)])
    : null;
}

/**
 * Loads the reader in `folder`.
 * @param runtime left out, that of this thread
 * @throws Error for a file that is missing, is not as expected or differs from its hash in the manifest
 * @throws NoReaderError when no runtime reads here, or the one that does cannot open the graph
 */
export function loadReader(folder: string, runtime = readerRuntime()): Reader {
  if (runtime === null) throw new NoReaderError('no runtime is to read: rules alone judge');
  const model = readModel(folder);
  const encode = encoderOf(runtime, join(folder, files.graph));
  return readerOf(model, { kind: runtime.kind, encode, now: () => performance.now() });
}

function encoderOf({ kind, open }: ReaderRuntime, graph: string): Encode {
  try {
    return open(graph);
  } catch (error) {
    throw new NoReaderError(`the ${kind} runtime cannot open ${graph}: ${String(error)}`, { cause: error });
  }
}

function readModel(folder: string): ReaderModel {
  const header = headerSchema.parse(JSON.parse(readFileSync(join(folder, files.header), 'utf8')));
  const checked = (name: string): Buffer => {
    const bytes = readFileSync(join(folder, name));
    if (createHash('sha256').update(bytes).digest('hex') !== header.sha256[name])
      throw new Error(`${join(folder, name)} is not the file that ${files.header} names: fetch it again`);
    return bytes;
  };
  const text = (name: string): string => checked(name).toString('utf8');
  checked(files.graph);
  const heads = readHeads(checked(files.heads), header);
  const head = (name: string): Head => {
    const found = heads.get(name);
    if (!found) throw new Error(`${files.heads} has no head ${name}`);
    return found;
  };
  const lines = text(files.vocabulary).split('\n').filter(Boolean);
  return {
    width: header.width,
    begin: header.begin,
    end: header.end,
    window: { tokensAim: header.windowTokensAim, tokensMax: header.windowTokensMax },
    vocabulary: {
      pieces: lines.map((line) => line.slice(0, line.indexOf('\t'))),
      scores: Float32Array.from(lines, (line) => Number(line.slice(line.indexOf('\t') + 1))),
      normalized: new Map(Object.entries(z.record(z.string()).parse(JSON.parse(text(files.normalization))))),
      controls: header.controls,
      unknown: header.unknown,
    },
    made: head('made'),
    mentioned: head('mentioned'),
    sold: head('sold'),
    carries: head('carries'),
    law: new Map(
      Object.entries(header.sites).map(([site, settings]) => [
        site,
        { head: head(`law.${site}`), ...settings },
      ]),
    ),
  };
}

function readHeads(
  bytes: Buffer,
  { width, heads }: Pick<z.infer<typeof headerSchema>, 'width' | 'heads'>,
): Map<string, Head> {
  const numbers = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  let at = 0;
  const take = (count: number): Float32Array => {
    at += count;
    return numbers.slice(at - count, at);
  };
  const read = heads.map(({ name, names }): [string, Head] => [
    name,
    { names, weights: take(names.length * width), bias: take(names.length) },
  ]);
  if (at !== numbers.length) throw new Error(`${files.heads} has ${numbers.length} numbers, not ${at}`);
  return new Map(read);
}
