import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { purityFaults } from './sources.ts';

const root = mkdtempSync(join(tmpdir(), 'redline-sources-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('asks no clock in domain rooms, the rule engine, the matcher and the contracts', () => {
  const pure = [
    'apps/billing/src/domain/plans.ts',
    'packages/contracts/src/ids.ts',
    'packages/matcher/src/scan.ts',
    'packages/rule-engine/src/judge/find.ts',
  ];
  const free = [
    'apps/billing/src/store/plans.ts',
    'packages/matcher/src/live/live-set.ts',
    'packages/rule-engine/src/judge/find.test.ts',
    'packages/rule-engine/src/load/pack-files.ts',
    'packages/service-kit/src/interval.ts',
  ];
  for (const path of [...pure, ...free]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'export const nowMs = () => Date.now();\n');
  }
  const faults = purityFaults(root).map((line) => line.split(':')[0]);
  expect(faults).toEqual(pure);
});
