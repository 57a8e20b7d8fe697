import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inPrivateFolder } from '../private-folder.ts';
import type { Child } from './child.ts';
import { type Means, noMeans } from './command-line.ts';
import { detectMeans } from './detect-means.ts';
import { endOf } from './end-of.ts';
import { missingOf, noIsolation } from './isolation.ts';
import { openSandbox } from './open-sandbox.ts';
import { openSandboxOff, type Sandbox, sandboxOf } from './sandbox.ts';
import { systemPaths } from './system-paths.ts';
import { watchIsolation } from './watch-isolation.ts';

const searchPath = '/usr/local/bin:/usr/bin:/bin';
/** In the environment of this process, as the secrets of the engine are in its. */
const secret = 'only-for-the-engine';

let sandbox: Sandbox;
let server: Server;
let port: number;
let outside: string;
beforeAll(async () => {
  sandbox = await openSandbox({ searchPath });
  server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
  outside = await mkdtemp(join(tmpdir(), 'redline-outside-'));
  await writeFile(join(outside, 'file'), 'not for children');
});
afterAll(async () => {
  server.close();
  await rm(outside, { recursive: true });
});

const limits = { fileBytes: 1_000_000, filesOpen: 64 };

/** Runs a child to its end. */
async function run(child: Partial<Child>, within = sandbox) {
  const full: Child = { program: 'true', args: [], limits, reads: [], niceness: 0, ...child };
  const started = within.spawn(full, ['ignore', 'pipe', 'ignore']);
  const chunks: Buffer[] = [];
  started.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code, signal] = (await once(started, 'close')) as [number | null, string | null];
  return { ...endOf(code, signal), stdout: Buffer.concat(chunks).toString('utf8') };
}

/** Runs a program of Node in the sandbox; it prints JSON. */
const node = async (script: string, child: Partial<Child> = {}, within = sandbox): Promise<unknown> => {
  const args = ['-e', `const print = (value) => console.log(JSON.stringify(value)); ${script}`];
  return JSON.parse((await run({ program: process.execPath, args, ...child }, within)).stdout);
};

const environments = `
const read = (pid) => { try { return fs.readFileSync('/proc/' + pid + '/environ', 'utf8'); } catch { return ''; } };
const pids = () => { try { return fs.readdirSync('/proc').filter(Number); } catch { return []; } };
const found = [...pids(), ${process.pid}, process.ppid].filter((pid) => read(pid).includes('${secret}')).length;
print({ own: Object.keys(process.env).sort(), found });
`;

const connect = () => `
const done = (how) => { print(how); process.exit(); };
net.connect(${port}, '127.0.0.1').once('connect', () => done('connected')).once('error', () => done('failed'));
`;

describe('a child', () => {
  it('has no environment but its own, and finds that of no other process', async () => {
    // /proc has the environment that a process was started with: one that was started with a secret stands for the engine.
    const holder = openSandboxOff(searchPath).spawn(
      { program: 'sleep', args: ['60'], limits, reads: [], niceness: 0, env: { SECRET: secret } },
      'ignore',
    );
    const script = environments.replace('process.ppid', `process.ppid, ${holder.pid}`);
    const begun = async () => (await readFile(`/proc/${holder.pid}/environ`, 'utf8')).includes(secret);
    await expect.poll(begun).toBe(true);
    const off = await node(script, {}, openSandboxOff(searchPath));
    const seen = await node(script);
    holder.kill('SIGKILL');
    expect(off).toMatchObject({ found: expect.toSatisfy((count) => count > 0) });
    const reported = sandbox.isolation.engine === 'hidden' ? 0 : expect.any(Number);
    expect(seen).toEqual({
      own: expect.not.arrayContaining(['DATABASE_URL', 'HOME', 'USER']),
      found: reported,
    });
    const { own } = seen as { own: readonly string[] };
    expect(own.filter((name) => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual(['LC_ALL', 'PATH']);
  });

  it('reaches no address of this machine, or the report says that it does', async () => {
    expect(await node(connect(), {}, openSandboxOff(searchPath))).toBe('connected');
    expect(await node(connect())).toBe(sandbox.isolation.network === 'none' ? 'failed' : 'connected');
  });

  it('opens what it was given and nothing else, and leaves no link that leads the engine elsewhere', async () => {
    const seen = await inPrivateFolder(async (folder) => {
      await writeFile(join(folder, 'input'), 'given');
      const script = `
        const can = (what) => { try { what(); return true; } catch { return false; } };
        print({
          given: can(() => fs.copyFileSync('input', 'output')),
          other: can(() => fs.readFileSync('${outside}/file')),
          written: can(() => fs.writeFileSync('${outside}/written', 'x')),
          linked: can(() => fs.symlinkSync('/etc/passwd', 'link')),
        });
      `;
      return node(script, { folder });
    });
    const open = sandbox.isolation.files === 'host';
    expect(seen).toEqual({ given: true, other: open, written: expect.any(Boolean), linked: open });
    if (!open) expect(await readdir(outside)).toEqual(['file']);
  });

  it('starts threads and no process', async () => {
    const script = `
      const { Worker } = require('node:worker_threads');
      const { error } = require('node:child_process').spawnSync('true');
      new Worker('', { eval: true }).once('exit', (code) => print({ thread: code, process: error?.code ?? null }));
    `;
    const process_ = sandbox.isolation.systemCalls === 'filtered' ? 'EPERM' : null;
    expect(await node(script)).toEqual({ thread: 0, process: process_ });
  });

  it.each([
    ['computing time', { program: 'sh', args: ['-c', 'while :; do :; done'] }, { cpuSeconds: 1 }],
    [
      'memory',
      {
        program: process.execPath,
        args: ['-e', 'for (const kept = []; ; ) kept.push(Buffer.alloc(1e7, 1))'],
      },
      { dataBytes: 300_000_000 },
    ],
    ['disk', { program: 'sh', args: ['-c', 'while :; do echo more; done > file'] }, { fileBytes: 10_000 }],
  ])('that takes %s without end is ended', async (_, child, changes) => {
    await inPrivateFolder(async (folder) => {
      const { code, signal } = await run({ ...child, limits: { ...limits, ...changes }, folder });
      expect(signal ?? code).toEqual(expect.not.stringMatching('^0$'));
      expect(code).not.toBe(0);
    });
  });

  it('ends with the engine, however that ends', async () => {
    const engine = openSandboxOff(searchPath).spawn(
      {
        program: process.execPath,
        args: ['--input-type=module', '-e', engineScript],
        limits: { fileBytes: 1_000_000, filesOpen: 200 },
        reads: [],
        niceness: 0,
      },
      ['ignore', 'pipe', 'inherit'],
    );
    const [line] = (await once(engine.stdout!, 'data')) as [Buffer];
    const name = String(line).trim();
    expect(await runningWith(name)).not.toEqual([]);
    engine.kill('SIGKILL');
    await expect.poll(() => runningWith(name), { timeout: 10_000 }).toEqual([]);
  });
});

describe('what holds', () => {
  const means = () => detectMeans(systemPaths({ searchPath, files: [] }), searchPath);
  const watched = (some: Means) => watchIsolation(sandboxOf(some, noIsolation, searchPath));

  it('is watched: of a sandbox without means only the limits do', async () => {
    expect(await watched(noMeans)).toEqual({ ...noIsolation, limits: 'enforced' });
  });

  it('needs no namespaces, which container engines forbid', async () => {
    const { paths, filter, dropsCapabilities } = means();
    if (!paths || !filter) return expect(sandbox.isolation.systemCalls === 'filtered').toBe(filter !== null);
    const isolation = await watched({ ...noMeans, paths, filter, dropsCapabilities });
    expect(isolation).toMatchObject({
      network: 'none',
      engine: 'hidden',
      files: 'own',
      systemCalls: 'filtered',
    });
    expect(missingOf(isolation ?? noIsolation)).toEqual([]);
  });

  it('needs no guards of the kernel but for files, where there are namespaces', async () => {
    const { namespaces, dropsCapabilities } = means();
    if (!namespaces.includes('--pid')) return expect(sandbox.isolation.processes).toBe('host');
    const isolation = await watched({ ...noMeans, namespaces, dropsCapabilities });
    expect(isolation).toMatchObject({ network: 'none', engine: 'hidden', processes: 'own' });
    expect(missingOf(isolation ?? noIsolation)).toEqual(['files: host']);
  });
});

/** Stands for the engine: starts a child that would run for a minute, and prints by what it is recognized. */
const engineScript = `
import { openSandbox } from '${new URL('./open-sandbox.ts', import.meta.url)}';
const sandbox = await openSandbox({ searchPath: '${searchPath}' });
const name = '60.' + process.pid;
sandbox.spawn({ program: 'sleep', args: [name], limits: { fileBytes: 0, filesOpen: 64 }, reads: [], niceness: 0 }, 'ignore');
setTimeout(() => console.log(name), 300);
`;

/** Returns the processes whose command line holds a word. */
async function runningWith(word: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter(Number);
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.split('\0').includes(word));
}
