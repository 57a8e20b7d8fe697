import { cp, mkdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The maximum of packages; above it there is a cycle. */
const packagesMax = 200;

/**
 * Copies packages with their dependencies into a `node_modules` folder, for code that no bundle can include: native
 * code, programs and weights. A different version of a package is nested in the package that needs it.
 * @param names as the importing package depends on them
 * @param importer folder of the importing package, in pnpm's layout
 */
export async function copyPackages(
  names: readonly string[],
  importer: string,
  outDir: string,
): Promise<void> {
  /** The packages in `outDir/node_modules`, by name. */
  const placed = new Map<string, string>();
  const waiting = names.map((name) => ({ name, from: join(importer, 'node_modules'), into: outDir }));
  for (let count = 0; waiting.length > 0; count++) {
    if (count > packagesMax * names.length) throw new Error('the packages depend on too many others');
    const { name, from, into } = waiting.shift()!;
    // A package for another platform, or an optional one, may not be installed.
    const source = await realpath(join(from, name)).catch(() => null);
    if (source === null || placed.get(name) === source) continue;
    const parent = placed.has(name) ? into : outDir;
    const target = join(parent, 'node_modules', name);
    if (parent === outDir) placed.set(name, source);
    await cp(source, target, {
      recursive: true,
      filter: (path) => isNeeded(path.slice(source.length)),
    });
    const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest;
    const needed = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    };
    // pnpm puts a package's dependencies beside it.
    const siblings = source.slice(0, source.length - name.length - 1);
    waiting.push(...Object.keys(needed).map((need) => ({ name: need, from: siblings, into: target })));
  }
}

/**
 * Copies single files of a package, for one of which little is needed, and nothing that it depends on.
 * @param files paths in the package
 */
export async function copyFilesOf(
  name: string,
  files: readonly string[],
  importer: string,
  outDir: string,
): Promise<void> {
  const source = await realpath(join(importer, 'node_modules', name));
  for (const file of ['package.json', ...files]) {
    const target = join(outDir, 'node_modules', name, file);
    await mkdir(dirname(target), { recursive: true });
    await cp(join(source, file), target);
  }
}

/** Tells whether a file of a package is for this platform, and its own: some hold the native code of all platforms. */
function isNeeded(path: string): boolean {
  const platform = /[\\/](darwin|linux|win32)[\\/](x64|arm64)(?:[\\/]|$)/.exec(path);
  const isForeign = platform && (platform[1] !== process.platform || platform[2] !== process.arch);
  const isOtherSystem = /[\\/]napi-v\d+[\\/](darwin|linux|win32)$/.exec(path)?.[1];
  return (
    !path.includes('node_modules') && !isForeign && (isOtherSystem ?? process.platform) === process.platform
  );
}

type Manifest = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
>;
