import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ToolOptions } from './checks/run-tool.ts';
import { runVitest } from './checks/run-vitest.ts';
import { staticSteps } from './checks/steps.ts';

/**
 * What `npm test` runs: every check in turn until the first that fails, then the tests. With `--static` (`npm run
 * check`) only what needs no servers. The last line is `N passed, N failed`, tests and checks together.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const options: ToolOptions = {
  cwd: root,
  env: {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    NO_UPDATE_NOTIFIER: '1',
  },
  // The unit tests take nine and a half minutes of a slow machine, and more of a busy one.
  timeoutMs: 1_200_000,
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`;

async function runSteps(): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  for (const step of staticSteps) {
    const startMs = performance.now();
    const fault = await step.run(options);
    if (fault !== undefined) {
      say(`✗ ${step.name}\n${fault}`);
      return { passed, failed: 1 };
    }
    say(`✓ ${step.name} (${seconds(startMs)})`);
    passed += 1;
  }
  return { passed, failed: 0 };
}

async function runTests(): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  for (const project of ['unit', 'integration', 'product', 'acceptance']) {
    const counts = await runVitest(project, options);
    passed += counts.passed;
    if (counts.failed > 0) return { passed, failed: counts.failed };
  }
  return { passed, failed: 0 };
}

const checks = await runSteps();
const onlyStatic = process.argv.includes('--static');
const tests = checks.failed > 0 || onlyStatic ? { passed: 0, failed: 0 } : await runTests();
const failed = checks.failed + tests.failed;
say(`${checks.passed + tests.passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
