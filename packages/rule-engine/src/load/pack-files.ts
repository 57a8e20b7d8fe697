import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type CompiledSources, compilePack, type PackResult } from '../pack/compile-pack.ts';
import type { CompiledPack } from '../pack/pack.ts';
import type { PackFault, PackSource } from '../pack/read-source.ts';
import { PackError, parseSource } from './yaml-source.ts';

/**
 * Loads the pack in `folder` (`pack.yaml`, `grammar.yaml`, `citations.yaml`, `exemptions.yaml`, `spellings.yaml`,
 * `fixes.yaml`, `pictures.yaml`, `detectors.yaml`, `lexicons/`, `rules/`, `learned.bin`). Throws a PackError with every fault found.
 */
export function loadPack(folder: string): CompiledPack {
  return loadPackWithExamples(folder).pack;
}

/** As `loadPack`, with the examples that its rules' authors have written. */
export function loadPackWithExamples(folder: string): CompiledSources {
  const result = readPack(folder);
  if ('faults' in result) throw new PackError(result.faults);
  return result;
}

/** What is read of a pack besides its rules. */
export interface ReadPackOptions {
  /** The weights of the learned reviewer; training goes without, since they may be stale or not there yet. */
  readonly withWeights: boolean;
}

/** Reads and compiles the pack in `folder`; gives the faults instead of throwing them. */
export function readPack(
  folder: string,
  { withWeights }: ReadPackOptions = { withWeights: true },
): PackResult {
  const faults: PackFault[] = [];
  const files = filesOf(folder);
  const sources = files.map(({ name, file, bytes }) => ({
    name,
    source: parseSource(relative(process.cwd(), file), bytes.toString('utf8'), faults),
  }));
  const source = (name: string): PackSource | null =>
    sources.find((known) => known.name === name)?.source ?? null;
  const required = (name: string): PackSource => source(name) ?? missing(join(folder, name));
  const inFolder = (name: string): PackSource[] =>
    sources.filter((known) => known.name.startsWith(`${name}/`)).map((known) => known.source);
  const parts = {
    meta: required('pack.yaml'),
    grammar: required('grammar.yaml'),
    citations: required('citations.yaml'),
    exemptions: required('exemptions.yaml'),
    spellings: source('spellings.yaml'),
    fixes: source('fixes.yaml'),
    pictures: source('pictures.yaml'),
    detectors: source('detectors.yaml'),
    lexicons: inFolder('lexicons'),
    rules: inFolder('rules'),
  };
  const weights = withWeights ? weightsOf(folder) : null;
  if (faults.length > 0) return { faults };
  const contentHash = hashOf(weights ? [...files, weights] : files);
  return compilePack({
    ...parts,
    weights: weights && { file: relative(process.cwd(), weights.file), bytes: weights.bytes },
    contentHash,
  });
}

/** SHA-256 over the files of the pack in `folder`, read but not parsed. */
export function contentHashOf(folder: string): string {
  const weights = weightsOf(folder);
  return hashOf(weights ? [...filesOf(folder), weights] : filesOf(folder));
}

interface PackFile {
  /** Path in the pack. */
  readonly name: string;
  readonly file: string;
  readonly bytes: Buffer;
}

function hashOf(files: readonly PackFile[]): string {
  const hash = createHash('sha256');
  for (const { name, bytes } of files) hash.update(name).update('\0').update(bytes).update('\0');
  return hash.digest('hex');
}

function filesOf(folder: string): PackFile[] {
  const yamlIn = (name: string): string[] =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => (name === '' ? file : `${name}/${file}`));
  return ['', 'lexicons', 'rules'].flatMap(yamlIn).map((name) => readPart(folder, name));
}

function readPart(folder: string, name: string): PackFile {
  const file = join(folder, name);
  return { name, file, bytes: readFileSync(file) };
}

/** A pack without weights has no learned reviewer. */
const weightsOf = (folder: string): PackFile | null =>
  existsSync(join(folder, 'learned.bin')) ? readPart(folder, 'learned.bin') : null;

function missing(file: string): never {
  throw Object.assign(new Error(`there is no ${file}`), { code: 'ENOENT' });
}
