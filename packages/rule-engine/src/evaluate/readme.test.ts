import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const readme = readFileSync(join(root, 'packages/rule-engine/README.md'), 'utf8');
const [, program = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
const [, output = ''] = /prints\n\n```\n([\s\S]*?)```/.exec(readme) ?? [];
/** Beside the package, where its name resolves. */
const file = join(root, 'packages/rule-engine/readme-example.tmp.ts');
afterAll(() => rm(file, { force: true }));

describe('the first example of the README', () => {
  it('runs as it is written, from the root of the repository, and prints what the README says', async () => {
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: root });
    expect(stdout).toBe(output);
  });
});
