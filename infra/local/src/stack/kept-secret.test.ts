import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keptSecret } from './kept-secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'redline-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a secret is made once, kept, and read by nobody else', async () => {
  const file = join(folder, 'one');
  const secret = await keptSecret(file);
  expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  expect(await keptSecret(file)).toBe(secret);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await keptSecret(join(folder, 'two'))).not.toBe(secret);
  await expect(keptSecret(join(folder, 'no-folder', 'one'))).rejects.toThrow(/ENOENT/);
});
