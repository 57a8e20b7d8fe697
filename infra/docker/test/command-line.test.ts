import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { bundleCommandLine } from '../src/bundle-command-line.ts';

const run = promisify(execFile);

// Outside of the checkout, so that nothing of it can be found by the package.
const folder = mkdtempSync(join(tmpdir(), 'redline-command-line-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the package of the command line checks a file with nothing but Node and its dependencies', {
  timeout: 120_000,
}, async () => {
  const installed = join(folder, 'node_modules', '@redline', 'cli');
  await bundleCommandLine(installed);
  for (const name of ['onnxruntime-node', 'onnxruntime-common']) {
    const own = fileURLToPath(new URL(`../../../packages/rule-engine/node_modules/${name}`, import.meta.url));
    symlinkSync(realpathSync(own), join(folder, 'node_modules', name));
  }
  mkdirSync(join(folder, 'copy'));
  writeFileSync(join(folder, 'copy', 'a.md'), '# Drops\n\nOur drops **cure arthritis** in two weeks.\n');
  const env = { ...process.env, REDLINE_CACHE_DIR: join(folder, 'cache') };
  const args = [join(installed, 'main.js'), 'check', 'copy', '--format', 'json', '--fail-on', 'never'];
  const { stdout } = await run(process.execPath, args, { cwd: folder, env });
  expect(JSON.parse(stdout)).toMatchObject({
    judgedBy: [expect.stringMatching(/^us \d.*reader native$/)],
    files: [{ path: 'copy/a.md', verdict: 'high' }],
  });
});
