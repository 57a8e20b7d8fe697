import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runTool } from './run-tool.ts';

const workspace = fileURLToPath(new URL('../../../..', import.meta.url));
const copied = [
  '{package,turbo,tsconfig.base}.json',
  'pnpm-*.yaml',
  'vitest.config.ts',
  '{apps,packages,tools,infra,clients}/*/{package,turbo}.json',
  '{packs,corpus}/{package,turbo}.json',
];

/** The workspace with its manifests and settings, and a file of ours where there was code and data. */
const root = mkdtempSync(join(tmpdir(), 'redline-turbo-'));
const drySchema = z.object({
  tasks: z.array(z.object({ taskId: z.string(), hash: z.string(), command: z.string() })),
});

/** Returns the hash of each task that would run; one whose hash has not changed does not run again. */
async function hashes(): Promise<ReadonlyMap<string, string>> {
  const args = ['run', 'test', 'typecheck', '--dry=json', '--skip-infer', '--no-daemon'];
  const { stdout, stderr } = await runTool(join(workspace, 'node_modules/.bin/turbo'), args, {
    cwd: root,
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
    timeoutMs: 30_000,
  });
  expect(stdout, stderr).toMatch(/^\{/);
  const { tasks } = drySchema.parse(JSON.parse(stdout));
  const scripts = tasks.filter(({ command }) => command !== '<NONEXISTENT>');
  return new Map(scripts.map(({ taskId, hash }) => [taskId.replace('@redline/', ''), hash]));
}

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

let before: ReadonlyMap<string, string>;
beforeAll(async () => {
  for (const path of globSync(copied, { cwd: workspace })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(join(workspace, path), join(root, path));
    if (path.endsWith('/package.json')) write(join(dirname(path), 'src/index.ts'), '');
  }
  write('packs/us/pack.yaml', '');
  before = await hashes();
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Returns the tasks that run again after a change of `path`. */
async function touchedBy(path: string): Promise<readonly string[]> {
  write(path, 'changed');
  try {
    const after = await hashes();
    return [...after].filter(([task, hash]) => before.get(task) !== hash).map(([task]) => task);
  } finally {
    write(path, '');
  }
}

const apps = globSync('apps/*/package.json', { cwd: workspace }).map((path) => path.split('/')[1]);

describe('a change, to turbo,', () => {
  it('of contracts touches the tests and the types of every app', async () => {
    const touched = await touchedBy('packages/contracts/src/index.ts');
    expect(touched).toEqual(
      expect.arrayContaining(apps.flatMap((app) => [`${app}#test`, `${app}#typecheck`])),
    );
    expect(touched).not.toContain('matcher#test');
  });

  it('of a pack touches the tests of the engine, its tools, the command line, the text engine, its manifests and dashboards, and no types', async () => {
    const touched = await touchedBy('packs/us/pack.yaml');
    expect([...touched].sort()).toEqual([
      'cli#test',
      'evaluation#test',
      'k8s#test',
      'observability#test',
      'rule-engine#test',
      'rules#test',
      'text-engine#test',
      'training#test',
    ]);
  });

  it('of an app touches that app, its manifests and its dashboards alone', async () => {
    const touched = await touchedBy('apps/billing/src/index.ts');
    expect([...touched].sort()).toEqual([
      'billing#test',
      'billing#typecheck',
      'k8s#test',
      'k8s#typecheck',
      'observability#test',
      'observability#typecheck',
    ]);
  });
});
