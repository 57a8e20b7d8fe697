import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPromtool } from '@redline/testkit/servers';
import { renderedDir } from './render.ts';
import { root } from './root.ts';

const testsDir = join(root, 'infra/observability/promtool');
const timeoutMs = 120_000;

/**
 * Has promtool check the rules, and run the tests of alerts.
 * @returns the exit code: 0 when all is well
 * @throws ServerError when there is no promtool, and none can be had
 */
export async function checkRules(): Promise<number> {
  const { command, env } = await findPromtool({ log: (line) => process.stderr.write(`${line}\n`) });
  const tests = readdirSync(testsDir).filter((name) => name.endsWith('.yaml'));
  const runs = [
    ['check', 'rules', join(root, renderedDir, 'rules.yaml')],
    ['test', 'rules', ...tests.map((name) => join(testsDir, name))],
  ];
  for (const args of runs) {
    const run = spawnSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      timeout: timeoutMs,
    });
    if (run.status !== 0) return run.status ?? 1;
  }
  return 0;
}
