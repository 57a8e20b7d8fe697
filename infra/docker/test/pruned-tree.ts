import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, realpath, symlink } from 'node:fs/promises';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Copies this checkout to `folder` as `docker build` sends it: without what `.dockerignore` names. */
export async function copyBuildContext(folder: string): Promise<void> {
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'));
  // Of the lines that match, the last one counts, and one with `!` takes up again.
  const isIgnored = (path: string) =>
    patterns.findLast((pattern) => matchesGlob(path, pattern.replace(/^!/, '')))?.startsWith('!') === false;
  await cp(root, folder, { recursive: true, filter: (from) => !isIgnored(relative(root, from)) });
}

/**
 * Runs the Dockerfile's own `turbo prune` on a build context and lays out its result as the Dockerfile does.
 * @param service folder below `apps/`
 * @param tree is made; what `COPY` brings into the stage that bundles
 * @param part of the image: the service itself, or the page that it has beside it
 */
export async function pruneTree(
  context: string,
  service: string,
  tree: string,
  part: 'service' | 'page' = 'service',
): Promise<void> {
  const dockerfile = await readFile(join(root, 'infra/docker/Dockerfile'), 'utf8');
  const commands = [...dockerfile.matchAll(/^RUN (turbo prune .*)$/gm)].map(([, command]) => command);
  const command = commands[part === 'service' ? 0 : 1];
  const turbo = join(root, 'node_modules/.bin');
  await run('sh', ['-c', `${command} --out-dir "$OUT"`], {
    cwd: context,
    env: { ...process.env, SERVICE: service, OUT: `${tree}.pruned`, PATH: `${turbo}:${process.env.PATH}` },
  });
  for (const part of ['json', 'full']) await cp(join(`${tree}.pruned`, part), tree, { recursive: true });
  await cp(join(context, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
}

/** Returns the packages of a pruned tree, as folders: `apps/billing`, `packs`. */
export async function packagesOf(tree: string): Promise<readonly string[]> {
  const entries = await readdir(tree, { recursive: true });
  return entries
    .filter((path) => path.endsWith('/package.json') && !path.includes('node_modules'))
    .map(dirname)
    .sort();
}

/**
 * Links the dependencies of each package of a pruned tree: other packages inside of the tree, all else to what is
 * installed in this checkout. Stands for `pnpm install --prod`, which a test must not need a network for.
 * @param isOfDevelopment links what development needs as well, as `pnpm install` does
 */
export async function linkDependencies(tree: string, isOfDevelopment = false): Promise<void> {
  const packages = new Map<string, { folder: string; dependencies: readonly string[] }>();
  for (const folder of await packagesOf(tree)) {
    const manifest = JSON.parse(await readFile(join(tree, folder, 'package.json'), 'utf8'));
    const needed = { ...manifest.dependencies, ...(isOfDevelopment ? manifest.devDependencies : {}) };
    packages.set(manifest.name, { folder, dependencies: Object.keys(needed) });
  }
  for (const { folder, dependencies } of packages.values()) {
    for (const name of dependencies) {
      const inTree = packages.get(name);
      const target = inTree
        ? join(tree, inTree.folder)
        : await realpath(join(root, folder, 'node_modules', name));
      const link = join(tree, folder, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(target, link);
    }
  }
}
