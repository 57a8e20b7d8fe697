import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What is published, as `pnpm pack` makes it, in the hands of a program that installed it. */
const run = promisify(execFile);
const source = fileURLToPath(new URL('..', import.meta.url));
const tool = (name: string) => fileURLToPath(new URL(`../../../node_modules/.bin/${name}`, import.meta.url));

let folder: string;
let installed: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-client-'));
  installed = join(folder, 'node_modules/@redline/client');
  await mkdir(installed, { recursive: true });
  const { stdout } = await run(tool('pnpm'), ['pack', '--json', '--pack-destination', folder], {
    cwd: source,
  });
  const { filename } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { readonly filename: string };
  await run('tar', [
    '-xzf',
    join(folder, filename.split('/').at(-1) ?? ''),
    '-C',
    installed,
    '--strip-components=1',
  ]);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const program = `import { createClient, RedlineError, type UsTextCheck } from '@redline/client';
import { fileFromPath } from '@redline/client/node';

const answer = { success: true, data: { id: 'text_1', status: 'completed', fixStatus: null, risks: [] } };
const redline = createClient({
  baseUrl: 'https://redline.test',
  apiKey: 'svc_live_1',
  site: 'us',
  fetch: async () => Response.json(answer, { status: 201 }),
});
const body = { text: 'Our drops cure arthritis.', platform: 'dtc_us', vertical: 'supplement' } as const;
const check: UsTextCheck = await redline.checks.text.create(body).wait();
const file: File = await fileFromPath('package.json');
console.log(check.status, file.name, new RedlineError({ status: 404, code: 'not_found', message: 'none' }).status);

export async function wrong() {
  // @ts-expect-error: a platform of another site
  await redline.checks.text.create({ ...body, platform: 'shortvideo_id' });
  // @ts-expect-error: of the Chinese site
  await redline.checks.text.create({ ...body, autoFix: true });
  // @ts-expect-error: of the Chinese site
  redline.reports;
  // @ts-expect-error: no such field
  check.risk;
}
`;

describe('the package', () => {
  it('has its code, its declarations, its licence and its README, and nothing else', async () => {
    const files = await readdir(installed, { recursive: true, withFileTypes: true });
    expect(files.flatMap((one) => (one.isFile() ? [one.name] : [])).sort()).toEqual([
      ...['LICENSE', 'README.md', 'THIRD-PARTY-NOTICES.txt'],
      ...['index.d.ts', 'index.js', 'node.d.ts', 'node.js', 'package.json'],
    ]);
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ license: 'Apache-2.0', type: 'module', engines: { node: '>=20.3' } });
    expect(Object.keys(manifest.exports)).toEqual(['.', './node', './package.json']);
    expect(manifest).not.toHaveProperty('dependencies');
  });

  it('runs in a program that installed it', async () => {
    await writeFile(join(folder, 'program.ts'), program);
    const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder });
    expect(stdout).toBe('completed package.json 404\n');
  });

  it('has types for Node and for browsers that need nothing else', async () => {
    await writeFile(join(folder, 'program.ts'), program);
    const browser = program.replace(/^.*(fileFromPath|console).*\n/gm, '');
    await writeFile(join(folder, 'browser.ts'), browser);
    await symlink(join(source, 'node_modules/@types'), join(folder, 'node_modules/@types'));
    const strict = [
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--skipLibCheck',
      'false',
    ];
    const none = ['--lib', 'es2022,dom,dom.iterable', '--types', ''];
    await run(tool('tsc'), [...strict, '--exactOptionalPropertyTypes', ...none, 'browser.ts'], {
      cwd: folder,
    });
    await run(tool('tsc'), [...strict, '--skipLibCheck', '--types', 'node', 'program.ts'], { cwd: folder });
  });

  it('imports nothing of Node but in its entry for Node, and has the size that the README says', async () => {
    const build = await rolldown({ input: join(installed, 'dist/index.js'), platform: 'browser' });
    const { output } = await build.generate({ format: 'esm', minify: true });
    await build.close();
    const [{ code, imports }] = output;
    expect([output.length, imports]).toEqual([1, []]);
    const readme = await readFile(join(installed, 'README.md'), 'utf8');
    const [, kilobytes] = /the client is (\d+) kB gzipped/.exec(readme) ?? [];
    expect(Math.round(gzipSync(code).length / 1_000)).toBe(Number(kilobytes));
  });
});
