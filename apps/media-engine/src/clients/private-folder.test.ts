import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inPrivateFolder, sweepPrivateFolders } from './private-folder.ts';

let own: string;
beforeEach(async () => {
  own = await mkdtemp(join(tmpdir(), 'redline-folders-'));
  vi.stubEnv('TMPDIR', own);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(own, { recursive: true, force: true });
});

it('removes a folder with all that is in it, whether the work ends well or badly', async () => {
  await inPrivateFolder((folder) => writeFile(join(folder, 'video'), 'x'));
  await expect(inPrivateFolder(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await readdir(own)).toEqual([]);
});

it('removes what processes left behind that are gone, and nothing of those that run, or of others', async () => {
  const gone = spawnSync('true').pid;
  const kept = [`redline-media-${process.ppid}-x`, 'other', 'redline-media-x'];
  for (const name of [...kept, `redline-media-${gone}-x`, `redline-media-${process.pid}-before`])
    await mkdir(join(own, name));
  await sweepPrivateFolders();
  expect((await readdir(own)).sort()).toEqual(kept.sort());
});
