import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureBrowser } from './ensure-browser.ts';

let folder: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-browser-'));
  said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program on a PATH that holds nothing else. */
async function put(name: string, script = ''): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}
const ensure = (mayInstall: boolean, more: NodeJS.ProcessEnv = {}) =>
  ensureBrowser({ env: { PATH: folder, ...more }, mayInstall, log: (line) => said.push(line) });

describe('a browser for tests', () => {
  it('is found on the PATH, and where a setting says', async () => {
    await put('chromium');
    await put('mine');
    expect(await ensure(false)).toBe(join(folder, 'chromium'));
    expect(await ensure(false, { CHROMIUM_PATH: join(folder, 'mine') })).toBe(join(folder, 'mine'));
  });

  it('is installed by root alone', async () => {
    await put(
      'apt-get',
      `case "$*" in *"install"*chromium) echo > ${folder}/chromium; /bin/chmod 755 ${folder}/chromium ;; esac`,
    );
    expect(await ensure(false)).toBeUndefined();
    expect(await ensure(true)).toBe(join(folder, 'chromium'));
    expect(said).toEqual(['chromium installed from Debian, for tests of pages']);
  });

  it('is missing where it cannot be had, with one line that says why', async () => {
    await put('apt-get', 'echo "E: Unable to locate package chromium" >&2; exit 100');
    expect(await ensure(true)).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('could not be installed: E: Unable to locate package')]);
  });
});
