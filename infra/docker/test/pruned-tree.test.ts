import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@redline/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyBuildContext, packagesOf, pruneTree } from './pruned-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'redline-pruned-'));
const context = join(folder, 'context');
let count = 0;

async function prune(service: string): Promise<string> {
  const tree = join(folder, `tree-${count++}`);
  await pruneTree(context, service, tree);
  return tree;
}

/** Returns a hash of the names and contents of all files, which is what decides whether `COPY` makes a new layer. */
async function hashOf(tree: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(tree, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(file.slice(tree.length)).update(await readFile(file));
  return hash.digest('hex');
}

beforeAll(() => copyBuildContext(context), 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the tree that an image is built from', () => {
  it.each(services)(
    'holds $name and no other service, no tests and no package for tests',
    async ({ name }) => {
      const tree = await prune(name);
      const packages = await packagesOf(tree);
      // The folder of the console holds that of its page, which is built in a stage of its own.
      const apps = packages.filter((path) => path.startsWith('apps/') && path !== 'apps/console/web');
      expect(apps).toEqual([`apps/${name}`]);
      expect(packages.includes('packs')).toBe(name === 'text-engine');
      expect(packages).not.toContain('packages/testkit');
      const files = await readdir(tree, { recursive: true });
      expect(files.filter((path) => /\.test\.ts$|(^|\/)node_modules($|\/)/.test(path))).toEqual([]);
    },
  );

  it('of billing is the same after commits to other services, their dependencies and their rules', async () => {
    const before = await hashOf(await prune('billing'));
    await appendFile(join(context, 'apps/text-engine/src/main.ts'), '// changed\n');
    await appendFile(join(context, 'packages/rule-engine/src/judge/index.ts'), '// changed\n');
    await appendFile(join(context, 'packs/us/pack.yaml'), '# changed\n');
    const manifestFile = join(context, 'apps/report/package.json');
    const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
    delete manifest.dependencies['@redline/ai'];
    await writeFile(manifestFile, JSON.stringify(manifest));
    await mkdir(join(context, 'apps/new/src'), { recursive: true });
    await writeFile(join(context, 'apps/new/package.json'), '{ "name": "@redline/new", "version": "0.1.0" }');
    expect(await hashOf(await prune('billing'))).toBe(before);
    await appendFile(join(context, 'packages/contracts/src/ids.ts'), '// changed\n');
    expect(await hashOf(await prune('billing'))).not.toBe(before);
  });
});
