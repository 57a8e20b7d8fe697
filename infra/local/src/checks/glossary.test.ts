import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { glossaryFaults, glossaryFile } from './glossary.ts';

const root = mkdtempSync(join(tmpdir(), 'redline-glossary-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

write('apps/billing/src/domain/charging.ts', 'export interface Charge {}\n');
write('apps/billing/test/charging.test.ts', 'const refundedTwice = 1;\n');

function faultsOf(...rows: readonly string[]): readonly string[] {
  const head = '| term | meaning | in the code | not |\n| --- | --- | --- | --- |\n';
  write(glossaryFile, `# Glossary\n\nMoney.\n\n${head}${rows.join('\n')}\n`);
  return glossaryFaults(root);
}

const charge = '| charge | credits taken | `Charge`, `apps/billing/src/domain` | payment, bill |';

describe('the glossary', () => {
  it('is right where every term is in the code under the name that it gives', () => {
    expect(faultsOf(charge, '| refund | credits returned | `charging.ts` in `apps/billing/` |  |')).toEqual([
      'docs/glossary.md names charging.ts for "refund", which does not exist',
    ]);
    expect(faultsOf(charge)).toEqual([]);
  });

  it('names no identifier that only a test or a part of a word has, and no path that is gone', () => {
    expect(faultsOf('| refund | back | `refundedTwice`, `Char`, `apps/billing/src/gone` |  |')).toEqual(
      ['refundedTwice', 'Char', 'apps/billing/src/gone'].map(
        (reference) => `docs/glossary.md names ${reference} for "refund", which does not exist`,
      ),
    );
    expect(faultsOf('| refund | credits returned | in billing |  |')).toEqual([
      'docs/glossary.md names no code for "refund"',
    ]);
  });

  it('has each term once, and forbids no term', () => {
    expect(faultsOf(charge, charge)).toEqual(['docs/glossary.md lists "charge" twice']);
    expect(faultsOf(charge, '| bill | what is to be paid | `Charge` |  |')).toEqual([
      'docs/glossary.md forbids "bill" for "charge", and it is a term',
    ]);
  });
});
