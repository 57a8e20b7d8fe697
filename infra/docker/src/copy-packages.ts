import { cp, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** Of all packages together; past it something points in a circle. */
const packagesMax = 200;

/**
 * Copies packages with all that they depend on into a `node_modules` folder of their own, for what no bundle can hold:
 * native code, and programs and weights that lie beside it. Versions that differ lie inside of whoever needs them.
 * @param names as the importing package depends on them
 * @param importer folder of the importing package, as pnpm laid it out
 */
export async function copyPackages(
  names: readonly string[],
  importer: string,
  outDir: string,
): Promise<void> {
  /** What lies in `outDir/node_modules`, by name. */
  const placed = new Map<string, string>();
  const waiting = names.map((name) => ({ name, from: join(importer, 'node_modules'), into: outDir }));
  for (let count = 0; waiting.length > 0; count++) {
    if (count > packagesMax * names.length) throw new Error('the packages depend on too many others');
    const { name, from, into } = waiting.shift()!;
    // A package for another platform, or one that nobody installed, is not there.
    const source = await realpath(join(from, name)).catch(() => null);
    if (source === null || placed.get(name) === source) continue;
    const parent = placed.has(name) ? into : outDir;
    const target = join(parent, 'node_modules', name);
    if (parent === outDir) placed.set(name, source);
    await cp(source, target, {
      recursive: true,
      filter: (path) => !path.slice(source.length).includes('node_modules'),
    });
    const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest;
    const needed = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    };
    // pnpm lays a package's dependencies beside it.
    const siblings = source.slice(0, source.length - name.length - 1);
    waiting.push(...Object.keys(needed).map((need) => ({ name: need, from: siblings, into: target })));
  }
}

type Manifest = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
>;
