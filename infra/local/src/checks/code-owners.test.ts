import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOwnerFaults } from './code-owners.ts';

const root = mkdtempSync(join(tmpdir(), 'redline-owners-'));
const folders = ['apps/billing', 'packages/matcher', 'packs/us', 'corpus/us', 'tools/rules', 'infra/local'];

beforeAll(() => {
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(root, 'packs/node_modules'));
  writeFileSync(join(root, 'corpus/README.md'), '');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const whole = ['* @redline/platform-team', ...folders.map((folder) => `/${folder}/ @redline/some-team`)];

function faultsOf(lines: readonly string[]): readonly string[] {
  writeFileSync(join(root, 'CODEOWNERS'), `# Who reviews what.\n\n${lines.join('\n')}\n`);
  return codeOwnerFaults(root);
}

describe('CODEOWNERS', () => {
  it('is whole when every app, package, pack, corpus, tool and folder of infra has a team', () => {
    expect(faultsOf(whole)).toEqual([]);
  });

  it.each(folders)('may not leave out %s, also where a line above covers it', (folder) => {
    const lines = whole.filter((line) => !line.startsWith(`/${folder}/`));
    expect(faultsOf(lines)).toEqual([`CODEOWNERS has no line for /${folder}/`]);
  });

  it('names only paths that exist, each once', () => {
    expect(faultsOf([...whole, '/apps/gone/ @redline/some-team'])).toEqual([
      'CODEOWNERS names /apps/gone/, which does not exist',
    ]);
    expect(faultsOf([...whole, '/apps/billing/ @redline/some-team'])).toEqual([
      'CODEOWNERS names /apps/billing/ twice',
    ]);
  });

  it.each(['', 'some-team', '@redline/some-team somebody'])('gives a path teams, not "%s"', (owners) => {
    const lines = whole.map((line) => (line.startsWith('/packs/us/') ? `/packs/us/ ${owners}` : line));
    expect(faultsOf(lines)).toEqual(['CODEOWNERS gives /packs/us/ no team']);
  });
});
