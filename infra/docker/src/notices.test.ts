import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { noticesOf, packagesOfModules } from './notices.ts';

const root = mkdtempSync(join(tmpdir(), 'redline-notices-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function packageWith(name: string, files: Readonly<Record<string, string>>, fields: object = {}): string {
  const folder = join(root, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...fields }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

describe('the notices of a bundle', () => {
  it('are of each package that a module of it is from, and of none of ours', () => {
    const inStore = '/w/node_modules/.pnpm/a@1/node_modules';
    const modules = [
      '/w/apps/billing/src/main.ts',
      `${inStore}/a/index.js`,
      `\0${inStore}/a/lib/b.js`,
      `${inStore}/@scope/c/dist/d.js`,
      '\0rolldown/runtime.js',
    ];
    expect(packagesOfModules(modules)).toEqual([`${inStore}/@scope/c`, `${inStore}/a`]);
  });

  it('have every licence text, one that is the same once', async () => {
    const folders = [
      packageWith('a', { LICENSE: 'MIT, by A\n', 'index.js': '' }),
      packageWith('@s/b', { 'license.md': 'MIT, by A', 'NOTICE.txt': '' }),
      packageWith('c', { 'LICENSE-MIT': 'MIT, by A\r\n' }),
      packageWith('d', {}, { license: 'ISC', author: { name: 'D' }, homepage: 'https://d.example' }),
    ];
    const text = await noticesOf(folders);
    expect(text).toContain('a 1.0.0\nc 1.0.0\n\nMIT, by A\n');
    expect(text).toContain('@s/b 1.0.0\n\n');
    expect(text).toContain('d 1.0.0\n\nLicence: ISC\nAuthor: D\nhttps://d.example\n');
    expect(await noticesOf(folders.toReversed())).toBe(text);
  });
});
