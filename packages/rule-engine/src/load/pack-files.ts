import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type CompiledSources, compilePack } from '../pack/compile-pack.ts';
import type { CompiledPack } from '../pack/pack.ts';
import { inManifestOrder } from '../pack/read-manifest.ts';
import type { PackFault, PackSource } from '../pack/read-source.ts';
import type { TopicSources } from '../pack/read-topics.ts';
import type { Reader } from '../reader/read-text.ts';
import { readerBeside, readerManifestBeside } from './reader-files.ts';
import { PackError, parseLines, parseSource } from './yaml-source.ts';

/**
 * Loads the pack in `folder`; docs/rule-reference.md lists its files. Throws a PackError with every fault found.
 */
export function loadPack(folder: string): LoadedPack {
  const { pack, reader } = loadPackWithExamples(folder);
  return { pack, reader };
}

/** A pack, and the reader beside it; null where there is none. */
export interface LoadedPack {
  readonly pack: CompiledPack;
  readonly reader: Reader | null;
}

/** A loaded pack with the examples that its rules' authors have written, and where they stand. */
export type PackWithExamples = CompiledSources & LoadedPack;

/** As `loadPack`, with the examples that its rules' authors have written. */
export function loadPackWithExamples(folder: string): PackWithExamples {
  const result = readPack(folder);
  if ('faults' in result) throw new PackError(result.faults);
  return result;
}

/** Reads and compiles the pack in `folder`; gives the faults instead of throwing them. */
export function readPack(folder: string): PackWithExamples | { readonly faults: readonly PackFault[] } {
  const faults: PackFault[] = [];
  const files = packFilesOf(folder);
  const sources = new Map(
    files.map(({ name, file, bytes }) => [
      name,
      parseSource(relative(process.cwd(), file), bytes.toString('utf8'), faults),
    ]),
  );
  const source = (name: string): PackSource | null => sources.get(name) ?? null;
  const required = (name: string): PackSource => source(name) ?? missing(join(folder, name));
  const lexicons = new Map([...sources].filter(([name]) => name.startsWith('lexicons/')));
  const cases = optionalPart(folder, 'precedents.jsonl');
  const parts = {
    meta: required('pack.yaml'),
    grammar: required('grammar.yaml'),
    citations: required('citations.yaml'),
    laws: source('laws.yaml'),
    texts: source('texts.yaml'),
    exemptions: required('exemptions.yaml'),
    spellings: source('spellings.yaml'),
    fixes: source('fixes.yaml'),
    pictures: source('pictures.yaml'),
    detectors: source('detectors.yaml'),
    removedRules: source('removed-rules.yaml'),
    precedents:
      cases && parseLines(relative(process.cwd(), cases.file), cases.bytes.toString('utf8'), faults),
    lexicons: inManifestOrder(required('manifest.yaml'), 'lexicons', lexicons, faults),
    topics: topicsOf(folder, sources),
    policy: [...sources].filter(([name]) => name.startsWith('policy/')).map(([, file]) => file),
    claimTypes: claimTypesBeside(folder, faults),
  };
  if (faults.length > 0) return { faults };
  const contentHash = hashOf(folder, [...files, ...present(cases)]);
  const compiled = compilePack({ ...parts, contentHash });
  return 'faults' in compiled ? compiled : { ...compiled, reader: readerBeside(folder) };
}

/** SHA-256 over the files of the pack in `folder`, read but not parsed, and the manifest of the reader beside it. */
export const contentHashOf = (folder: string): string =>
  hashOf(folder, [...packFilesOf(folder), ...present(optionalPart(folder, 'precedents.jsonl'))]);

interface PackFile {
  /** Path in the pack. */
  readonly name: string;
  readonly file: string;
  readonly bytes: Buffer;
}

function hashOf(folder: string, files: readonly PackFile[]): string {
  const hash = createHash('sha256').update(readerManifestBeside(folder) ?? '');
  for (const { name, bytes } of files) hash.update(name).update('\0').update(bytes).update('\0');
  return hash.digest('hex');
}

/** Reads the YAML files of the pack itself, of its lexicons, topics and policy; not those of notices beside it. */
function packFilesOf(folder: string): PackFile[] {
  const yamlIn = (name: string): string[] =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.yaml'))
      .sort()
      .map((file) => (name === '' ? file : `${name}/${file}`));
  const topics = topicFoldersOf(folder).map((topic) => `topics/${topic}`);
  const policy = existsSync(join(folder, 'policy')) ? ['policy'] : [];
  return ['', 'lexicons', ...topics, ...policy].flatMap(yamlIn).map((name) => readPart(folder, name));
}

/** Names of the folders of topics, in the order in which topics are read. */
const topicFoldersOf = (folder: string): string[] =>
  readdirSync(join(folder, 'topics'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

function topicsOf(folder: string, sources: ReadonlyMap<string, PackSource>): TopicSources[] {
  return topicFoldersOf(folder).map((topic) => {
    const prefix = `topics/${topic}/`;
    const files = [...sources].filter(([name]) => name.startsWith(prefix));
    const rules = new Map(
      files.map(([name, source]) => [name.slice(prefix.length, -'.yaml'.length), source]),
    );
    const shared = rules.get('topic') ?? missing(join(folder, prefix, 'topic.yaml'));
    rules.delete('topic');
    return { folder: topic, topic: shared, rules };
  });
}

function readPart(folder: string, name: string): PackFile {
  const file = join(folder, name);
  return { name, file, bytes: readFileSync(file) };
}

const optionalPart = (folder: string, name: string): PackFile | null =>
  existsSync(join(folder, name)) ? readPart(folder, name) : null;

const present = (file: PackFile | null): PackFile[] => (file ? [file] : []);

/** The claim types that all packs share, beside the pack in `folder`. */
function claimTypesBeside(folder: string, faults: PackFault[]): PackSource | null {
  const file = resolve(folder, '..', 'claim-types.yaml');
  return existsSync(file)
    ? parseSource(relative(process.cwd(), file), readFileSync(file, 'utf8'), faults)
    : null;
}

function missing(file: string): never {
  throw Object.assign(new Error(`there is no ${file}`), { code: 'ENOENT' });
}
