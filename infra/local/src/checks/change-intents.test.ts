import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type BranchChanges, missingIntents, versionedParts } from './change-intents.ts';

const parts = [
  { name: '@redline/billing', version: '0.1.0', folder: 'apps/billing' },
  { name: '@redline/contracts', version: '0.3.0', folder: 'packages/contracts' },
];
const unreleased = new Map(parts.map(({ folder, version }) => [folder, version]));
const intent = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n\nRefunds a line once.\n`;
const missing = (changes: Partial<BranchChanges>) =>
  missingIntents({ paths: [], parts, baseVersions: unreleased, intents: [], ...changes });

describe('a branch', () => {
  it('that changes a service without a change intent is refused; service and file are named', () => {
    expect(missing({ paths: ['apps/billing/src/app.ts', 'apps/billing/src/config.ts'] })).toEqual([
      '@redline/billing has changed (apps/billing/src/app.ts and 1 more), and no change intent names it: npx pnpm change @redline/billing',
    ]);
  });

  it.each(['patch', 'none'])('that says %s of it is not', (bump) => {
    const paths = ['apps/billing/src/app.ts'];
    expect(missing({ paths, intents: [intent(`"@redline/billing": ${bump}`)] })).toEqual([]);
  });

  it('is asked about each part, and only the head of an intent counts', () => {
    const paths = ['apps/billing/src/app.ts', 'packages/contracts/src/ids.ts'];
    const text = `${intent('"@redline/billing": patch')}\n"@redline/contracts": minor\n`;
    expect(missing({ paths, intents: [text] })).toEqual([
      expect.stringMatching(/^@redline\/contracts has changed/),
    ]);
  });

  it('may change tests, benchmarks, samples and documents, and what has no version', () => {
    const paths = [
      'apps/billing/test/main.test.ts',
      'apps/billing/src/domain/pricing.test.ts',
      'apps/billing/bench/charges.ts',
      'apps/billing/README.md',
      'apps/billing/turbo.json',
      'packages/contracts/samples/0.3.0/jobs.json',
      'infra/fault/src/run.ts',
      'apps/billing-two/src/app.ts',
    ];
    expect(missing({ paths })).toEqual([]);
  });

  it('that releases a part is done with it', () => {
    const paths = ['apps/billing/package.json', 'apps/billing/src/app.ts'];
    expect(missing({ paths, baseVersions: new Map([['apps/billing', '0.0.9']]) })).toEqual([]);
  });
});

it('services and what they run on have versions; tests, tools and infrastructure have none', () => {
  const names = versionedParts(fileURLToPath(new URL('../../../..', import.meta.url))).map(
    ({ folder }) => folder,
  );
  expect(names).toEqual(
    expect.arrayContaining([
      'apps/billing',
      'apps/gateway',
      'packages/contracts',
      'packages/service-kit',
      'packs',
    ]),
  );
  expect(names).not.toContain('packages/testkit');
});
