import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { incompatibilities } from './compare-contracts.ts';
import { contractsAt, loadContracts } from './contracts-at.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'redline-contracts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// An archive of the sources has no history.
it.skipIf(!existsSync(join(root, '.git')))(
  'the contracts of a commit are loaded beside those of this checkout, and understand themselves',
  async () => {
    const [then, now] = [
      await contractsAt(root, 'HEAD', folder),
      await loadContracts(join(root, 'packages/contracts')),
    ];
    expect(then.parts.length).toBeGreaterThan(150);
    expect(Object.keys(then.users)).toContain('billing');
    expect(then.parts[0]?.schema).not.toBe(now.parts[0]?.schema);
    expect(incompatibilities({ older: then, newer: then })).toEqual([]);
  },
  // Vitest compiles all of the contracts a second time.
  120_000,
);
