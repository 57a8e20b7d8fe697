import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DefaultDeserializer, serialize } from 'node:v8';
import { languages } from '../domain/language/languages.ts';
import { classifierOf } from '../domain/review/learned/classifier.ts';
import type { CompiledPack } from '../domain/rules/pack.ts';
import { codeHash } from './code-hash.ts';
import { contentHashOf, loadPack } from './pack-files.ts';

/** A pack without what is code: plain data, maps, sets, expressions and typed arrays. */
type PlainPack = Omit<CompiledPack, 'language' | 'classifier'>;

/** Where the packs are. */
export interface PacksPlace {
  /** Holds one folder a site. */
  readonly folder: string;
  /** Holds compiled packs; null where none are kept. */
  readonly compiledDir: string | null;
}

/**
 * Loads the pack in `folder` from what was compiled of these very files by this very code; where there is nothing such
 * it is compiled here. Measured on the US pack: reading takes 0.06 s, compiling 1.6 s and 200 MB more.
 * @throws PackError as `loadPack` does
 */
export function loadCompiledPack(folder: string, compiledDir: string | null): CompiledPack {
  const known = compiledDir === null ? null : readCompiled(join(compiledDir, fileOf(folder)));
  return known ?? loadPack(folder);
}

/** Whether the pack in `folder` lies compiled already. */
export const isCompiled = (folder: string, compiledDir: string): boolean =>
  existsSync(join(compiledDir, fileOf(folder)));

/** Compiles the pack in `folder` and keeps it; of each pack one is kept. Throws a PackError or a system error. */
export function keepCompiled(folder: string, dir: string): void {
  const file = fileOf(folder);
  const { language: _, classifier: __, ...plain } = loadPack(folder);
  mkdirSync(dir, { recursive: true });
  const draft = join(dir, `${randomUUID()}.draft`);
  try {
    writeFileSync(draft, serialize(plain satisfies PlainPack));
    renameSync(draft, join(dir, file));
  } finally {
    rmSync(draft, { force: true });
  }
  const isOlder = (name: string): boolean =>
    name.startsWith(`${basename(folder)}-`) && name.endsWith(suffix) && name !== file;
  for (const name of readdirSync(dir).filter(isOlder)) rmSync(join(dir, name), { force: true });
}

const suffix = '.pack';

function fileOf(folder: string): string {
  const key = createHash('sha256').update(contentHashOf(folder)).update(codeHash()).digest('hex');
  return `${basename(folder)}-${key.slice(0, 32)}${suffix}`;
}

function readCompiled(file: string): CompiledPack | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return null;
  }
  const plain: PlainPack = deserializeApart(bytes);
  const { weights, meta } = plain;
  const language = languages[meta.language];
  return { ...plain, language, classifier: weights && classifierOf(weights, language.statistics) };
}

type ReadView = () => NodeJS.TypedArray;

/**
 * Deserializes, and every array has memory of its own. By itself v8 leaves an array in `bytes` where it happens to lie
 * at a multiple of its width, and one such array keeps the whole file: 28 MB with three packs. Arrays are read by
 * `_readHostObject`, the hook that Node documents for that.
 */
function deserializeApart(bytes: Buffer): PlainPack {
  const reader = new DefaultDeserializer(bytes);
  const readView: ReadView = Reflect.get(reader, '_readHostObject').bind(reader);
  const readOwn: ReadView = () => {
    const view = readView();
    return view.buffer === bytes.buffer ? view.slice() : view;
  };
  Object.assign(reader, { _readHostObject: readOwn });
  reader.readHeader();
  return reader.readValue();
}
