import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { noticesOf, packagesOfModules } from './notices.ts';

/** Name of the command line beside the services. */
export const commandLine = 'command-line';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** With native code: npm installs them beside the package, for the machine that it is on. */
const native = ['onnxruntime-node', 'onnxruntime-common'];

/**
 * Writes the command line as a package that npm packs and installs: `main.js` with all of its code, the rule packs, and a
 * `package.json` with the runtime of the reader as its only dependency. Node does not run TypeScript that is installed.
 * @param outDir is emptied first
 * @throws rolldown's error; an import that cannot be resolved is one too
 */
export async function bundleCommandLine(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const folder = join(root, 'clients', 'cli');
  const bundled = await bundleCode(join(folder, 'src', 'main.ts'), outDir);
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(await manifestOf(folder), null, 2)}\n`);
  await writeFile(join(outDir, 'THIRD-PARTY-NOTICES.txt'), await noticesOf(bundled));
  await cp(join(root, 'LICENSE'), join(outDir, 'LICENSE'));
  await cp(join(folder, 'README.md'), join(outDir, 'README.md'));
  await cp(join(root, 'packs'), join(outDir, 'packs'), {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  });
}

async function manifestOf(folder: string): Promise<object> {
  const { name, version, description, license, type, engines } = await readManifest(folder);
  const engine = await readManifest(join(root, 'packages', 'rule-engine'));
  const dependencies = Object.fromEntries(native.map((one) => [one, engine.dependencies[one]]));
  return { name, version, description, license, type, engines, bin: { redline: 'main.js' }, dependencies };
}

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly dependencies: Readonly<Record<string, string>>;
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/** @returns the folders of the packages whose code is in the bundle */
async function bundleCode(input: string, outDir: string): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: root,
    input: { main: input },
    platform: 'node',
    // Of a package that has both, its modules: requires of the older form are not seen in them.
    resolve: { mainFields: ['module', 'main'] },
    external: native.flatMap((name) => [name, new RegExp(`^${name}/`)]),
    onLog(level, log, handle) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      if (level !== 'warn') handle(level, log);
    },
  });
  try {
    const { output } = await build.write({ dir: outDir, format: 'esm', entryFileNames: '[name].js' });
    return packagesOfModules(output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])));
  } finally {
    await build.close();
  }
}
