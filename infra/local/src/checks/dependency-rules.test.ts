import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from './run-tool.ts';
import { wallFaults } from './walls.ts';

const workspace = fileURLToPath(new URL('../../../..', import.meta.url));

/** Imports that no rule may allow, as `importing file → imported file`, each with the rule that forbids it. */
const forbidden = [
  ['no-app-imports-another', 'apps/a/src/main.ts', 'apps/b/src/main.ts'],
  ['packages-know-no-app', 'packages/service-kit/src/index.ts', 'apps/b/src/main.ts'],
  ['packages-know-no-app', 'packages/testkit/src/index.ts', 'tools/rules/src/try.ts'],
  ['tools-and-infra-import-no-app', 'tools/rules/src/check.ts', 'apps/b/src/main.ts'],
  ['tools-and-infra-import-no-app', 'infra/local/src/start.ts', 'apps/b/src/main.ts'],
  ['only-observability-reads-metrics', 'infra/fault/src/names.ts', 'apps/b/src/engine-metrics.ts'],
  ['nobody-imports-tools', 'infra/local/src/test.ts', 'tools/rules/src/try.ts'],
  ['clients-import-no-service', 'clients/cli/src/check.ts', 'apps/b/src/main.ts'],
  ['clients-import-no-service', 'clients/cli/src/start.ts', 'infra/local/src/start.ts'],
  [
    'only-tests-of-the-product-import-clients',
    'apps/a/src/routes/check.ts',
    'clients/typescript/src/index.ts',
  ],
  ['domain-does-no-io', 'apps/a/src/domain/disk.ts', 'node:fs'],
  ['domain-does-no-io', 'apps/a/src/domain/store.ts', 'apps/a/src/store/rows.ts'],
  ['domain-does-no-io', 'apps/a/src/domain/packs.ts', 'packages/rule-engine/src/load/pack-files.ts'],
  ['pure-packages-do-no-io', 'packages/rule-engine/src/judge/disk.ts', 'node:fs/promises'],
  ['pure-packages-do-no-io', 'packages/rule-engine/src/review/thread.ts', 'node:worker_threads'],
  ['pure-packages-do-no-io', 'packages/matcher/src/folding/thread.ts', 'node:worker_threads'],
  ['pure-packages-do-no-io', 'packages/contracts/src/wire.ts', 'node:http'],
  ['rule-engine-needs-no-service', 'packages/rule-engine/src/load/kit.ts', 'packages/service-kit/src/log.ts'],
  [
    'rule-engine-patterns-imports-lower-rooms',
    'packages/rule-engine/src/patterns/scan.ts',
    'packages/rule-engine/src/pack/pack.ts',
  ],
  [
    'rule-engine-evaluate-imports-lower-rooms',
    'packages/rule-engine/src/evaluate/all.ts',
    'packages/rule-engine/src/second-review/brief.ts',
  ],
  [
    'rule-engine-rooms-are-listed',
    'packages/rule-engine/src/attic/old.ts',
    'packages/rule-engine/src/pack/pack.ts',
  ],
] as const;

/** Two files that import types of each other. */
const circle = ['apps/b/src/rows.ts', 'apps/b/src/tables.ts'] as const;

/** Imports that stay allowed. */
const allowed = [
  ['clients/cli/src/engine.ts', 'packages/rule-engine/src/load/engine.ts'],
  ['clients/cli/src/server/submissions.ts', 'clients/typescript/src/index.ts'],
  ['infra/acceptance/test/clients.test.ts', 'clients/typescript/src/index.ts'],
  ['infra/observability/src/exported.ts', 'apps/b/src/engine-metrics.ts'],
  ['apps/a/src/domain/hash.ts', 'node:crypto'],
  ['apps/a/src/domain/judge.ts', 'packages/rule-engine/src/judge/find.ts'],
  ['packages/matcher/src/live/worker.ts', 'node:worker_threads'],
  ['packages/rule-engine/src/load/files.ts', 'node:fs'],
  ['packages/rule-engine/src/pack/hash.ts', 'node:crypto'],
  ['packages/rule-engine/src/load/pack-files.ts', 'packages/rule-engine/src/judge/find.ts'],
  ['packages/rule-engine/src/judge/find.test.ts', 'packages/rule-engine/src/load/pack-files.ts'],
  ['tools/rules/src/load.ts', 'packages/rule-engine/src/load/pack-files.ts'],
] as const;

const root = mkdtempSync(join(tmpdir(), 'redline-walls-'));
let faults: readonly string[] = [];

/** Writes a module that imports nothing but the type of another. */
function write(path: string, imported?: string): void {
  const up = path.replaceAll(/[^/]+\//g, '../').replace(/[^/]*$/, '');
  const from = imported?.startsWith('node:') ? imported : `${up}${imported}`;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(
    join(root, path),
    imported ? `export type * as other from '${from}';\n` : 'export const one = 1;\n',
  );
}

beforeAll(async () => {
  const imports = [...forbidden.map(([, from, to]) => [from, to] as const), ...allowed];
  for (const [, to] of imports) if (!to.startsWith('node:')) write(to);
  for (const [from, to] of imports) write(from, to);
  for (const [from = '', to] of [circle, circle.toReversed()]) write(from, to);
  const config = join(workspace, '.dependency-cruiser.mjs');
  const args = ['--config', config, '--output-type', 'json', 'apps', 'packages', 'tools', 'infra', 'clients'];
  const result = await runTool(join(workspace, 'node_modules/.bin/depcruise'), args, {
    cwd: root,
    env: process.env,
    timeoutMs: 60_000,
  });
  faults = wallFaults(result.stdout, []);
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('dependency-cruiser, with the rules of this workspace,', () => {
  it.each(forbidden)('reports %s: %s → %s, also for a type', (rule, from, to) => {
    expect(faults).toContain(`${rule}: ${from} → ${to.replace('node:', '')}`);
  });

  it('reports a circle of types', () => {
    expect(faults).toContain(`no-circles: ${circle.join(' → ')}`);
  });

  it('reports nothing else', () => {
    const from = new Set<string>([...forbidden.map(([, path]) => path), ...circle]);
    expect(faults.filter((line) => ![...from].some((path) => line.includes(`: ${path} → `)))).toEqual([]);
  });
});
