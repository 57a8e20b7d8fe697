import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that must have a line of their own, with a slash at both ends. */
const ownedFolders = (root: string): readonly string[] =>
  globSync('{apps,packages,packs,corpus,tools,infra,clients}/*/', { cwd: root })
    .map((path) => `/${path.replaceAll('\\', '/').replace(/\/$/, '')}/`)
    .filter((path) => !path.endsWith('/node_modules/'))
    .sort();

const owner = /^@[\w-]+\/[\w-]+$/;

/**
 * Checks `CODEOWNERS` at the root of the workspace.
 * @returns one line for each folder without an owner, each path that does not exist or stands there twice, and each
 *   line whose owners are no teams (`@organisation/team`)
 */
export function codeOwnerFaults(root: string): readonly string[] {
  const lines = readFileSync(join(root, 'CODEOWNERS'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.trim().split(/\s+/));
  const paths = lines.map(([path = '']) => path);
  const repeated = paths.filter((path, index) => paths.indexOf(path) !== index);
  const missing = paths.filter((path) => path !== '*' && !existsSync(join(root, path)));
  const unowned = lines.filter(
    ([, ...owners]) => owners.length === 0 || !owners.every((it) => owner.test(it)),
  );
  const unlisted = ownedFolders(root).filter((folder) => !paths.includes(folder));
  return [
    ...unlisted.map((path) => `CODEOWNERS has no line for ${path}`),
    ...missing.map((path) => `CODEOWNERS names ${path}, which does not exist`),
    ...repeated.map((path) => `CODEOWNERS names ${path} twice`),
    ...unowned.map(([path]) => `CODEOWNERS gives ${path} no team`),
  ];
}
