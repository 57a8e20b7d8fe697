import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { manifestSchema } from '../pack/manifest-schema.ts';
import { type PackFault, type PackSource, read } from '../pack/read-source.ts';
import { repeatedTexts, unusedTexts } from '../pack/repeated-texts.ts';
import { parseSource } from './yaml-source.ts';

/** Characters of a line of a pack's YAML files. */
const lineMax = 120;

/**
 * Checks how the files of the pack in `folder` are written: each is in the manifest, no line is too long, and no text
 * that is said to people stands twice. What the files mean is checked by `readPack`.
 */
export function checkPackFiles(folder: string): PackFault[] {
  const faults: PackFault[] = [];
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const sources = new Map<string, PackSource>();
  for (const name of names.filter((one) => one.endsWith('.yaml'))) {
    const file = relative(process.cwd(), join(folder, name));
    const content = readFileSync(join(folder, name), 'utf8');
    faults.push(...longLines(file, content));
    sources.set(name, parseSource(file, content, faults));
  }
  const manifest = sources.get('manifest.yaml');
  if (manifest) faults.push(...faultsOfManifest(manifest, names));
  return [...faults, ...repeatedTexts([...sources.values()]), ...faultsOfNames(sources)];
}

function longLines(file: string, content: string): PackFault[] {
  return content.split('\n').flatMap((line, at) => {
    const { length } = [...line];
    return length > lineMax
      ? [{ file, line: at + 1, reason: `${length} characters in a line, of at most ${lineMax}` }]
      : [];
  });
}

function faultsOfManifest(manifest: PackSource, names: readonly string[]): PackFault[] {
  const faults: PackFault[] = [];
  const entries = read(manifest, manifestSchema, faults)?.files ?? [];
  const holds = (entry: string, name: string): boolean =>
    entry.endsWith('/') ? name.startsWith(entry) : name === entry;
  const listed = names.filter((name) => name !== 'manifest.yaml');
  for (const [at, { file }] of entries.entries())
    if (!listed.some((name) => holds(file, name)))
      faults.push({
        file: manifest.file,
        line: manifest.lineOf(['files', at]),
        reason: `there is no ${file}`,
      });
  for (const name of listed)
    if (!entries.some(({ file }) => holds(file, name)))
      faults.push({ file: manifest.file, line: 1, reason: `${name} is not listed` });
  return faults;
}

/** Texts that have a name which nothing uses: those of a topic in its folder, those of the pack anywhere. */
function faultsOfNames(sources: ReadonlyMap<string, PackSource>): PackFault[] {
  const all = [...sources];
  const topics = all.filter(([name]) => name.endsWith('/topic.yaml'));
  return [
    ...unusedTexts(sources.get('texts.yaml') ?? null, [...sources.values()]),
    ...topics.flatMap(([name, topic]) => {
      const folder = name.slice(0, -'topic.yaml'.length);
      return unusedTexts(
        topic,
        all.filter(([other]) => other.startsWith(folder)).map(([, source]) => source),
      );
    }),
  ];
}
