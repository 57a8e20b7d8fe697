import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../checks/run-tool.ts';
import { StackError } from './stack-error.ts';

/** What the page is built of, below the root of the checkout. */
const sources = [
  'apps/console/web/{index.html,package.json,vite.config.ts}',
  'apps/console/web/{src,build}/**/*.*',
  'clients/typescript/src/**/*.ts',
  'packages/contracts/src/sites/*.ts',
  'packs/*/{laws,citations}.yaml',
  'pnpm-lock.yaml',
];
/** Ten times what it takes on a free core. */
const timeoutMs = 60_000;

/**
 * Builds the page of the console into `apps/console/web/dist` if its sources have changed since the last build.
 * @param root of the checkout; in one of before there was a page nothing is built
 * @throws StackError with the end of what the build says
 */
export async function buildConsolePage(root: string): Promise<void> {
  const folder = join(root, 'apps', 'console', 'web');
  if (!existsSync(join(folder, 'vite.config.ts'))) return;
  const built = join(folder, 'dist', '.sources');
  const hash = hashOf(root);
  if (existsSync(built) && readFileSync(built, 'utf8') === hash) return;
  const vite = join(folder, 'node_modules', 'vite', 'bin', 'vite.js');
  const options = { cwd: folder, env: process.env, timeoutMs };
  const result = await runTool(process.execPath, [vite, 'build', '--logLevel', 'warn'], options);
  if (!result.passed) {
    const words = `${result.stdout}\n${result.stderr}`.trim().split('\n').slice(-5).join(' ');
    throw new StackError(`the page of the console was not built: ${words}`);
  }
  writeFileSync(built, hash);
}

function hashOf(root: string): string {
  const files = globSync(sources, { cwd: root }).sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\n`)
      .update(readFileSync(join(root, file)))
      .update('\n');
  return hash.digest('hex');
}
