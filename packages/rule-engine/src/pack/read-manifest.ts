import { manifestSchema } from './manifest-schema.ts';
import { type PackFault, type PackSource, placeIn, read } from './read-source.ts';

/**
 * Returns the files of a folder of the pack in the order of the manifest, which is the order in which they are read.
 * @param files by their paths in the pack; a file without an entry, and an entry without a file, is a fault
 */
export function inManifestOrder(
  manifest: PackSource,
  folder: string,
  files: ReadonlyMap<string, PackSource>,
  faults: PackFault[],
): PackSource[] {
  const entries = read(manifest, manifestSchema, faults)?.files ?? [];
  const fault = (path: readonly (string | number)[], reason: string): void => {
    faults.push({ ...placeIn(manifest, path), reason });
  };
  const listed = new Set(entries.map(({ file }) => file));
  for (const name of files.keys()) if (!listed.has(name)) fault(['files'], `${name} is not listed`);
  return entries.flatMap(({ file }, at) => {
    if (!file.startsWith(`${folder}/`)) return [];
    const source = files.get(file);
    if (!source) fault(['files', at], `there is no ${file}`);
    return source ?? [];
  });
}
