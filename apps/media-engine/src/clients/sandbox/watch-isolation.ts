import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inPrivateFolder } from '../private-folder.ts';
import type { Child } from './child.ts';
import { type Isolation, noIsolation } from './isolation.ts';
import type { Sandbox } from './sandbox.ts';

/** Tries what an attacker would, and prints what it could do; it is passed what to try as JSON. */
const script = String.raw`
const fs = require('node:fs'), net = require('node:net');
const { pid, environment, processes, port, file, input, code, filesOpen } = JSON.parse(process.argv[1]);
// What its work needs has to be possible.
fs.copyFileSync(input, 'output');
fs.readFileSync(require('node:module').createRequire(code).resolve('sharp'));
const can = (what) => { try { what(); return true; } catch { return false; } };
const own = (name) => { try { return fs.readFileSync('/proc/self/' + name, 'utf8'); } catch { return ''; } };
const hash = (bytes) => require('node:crypto').createHash('sha256').update(bytes).digest('hex');
const seen = {
  // In a namespace of its own another process may have this id.
  environment: can(() => { if (hash(fs.readFileSync('/proc/' + pid + '/environ')) !== environment) throw 0; }),
  file: can(() => fs.readFileSync(file)),
  process: !can(() => { if (fs.readlinkSync('/proc/self/ns/pid') === processes) throw 0; }),
  uid: process.getuid(),
  filtered: /^Seccomp:\s*2$/m.test(own('status')),
  limited: new RegExp('^Max open files +' + filesOpen + ' ', 'm').test(own('limits')),
};
const done = (network) => { process.stdout.write(JSON.stringify({ ...seen, network })); process.exit(); };
net.connect(port, '127.0.0.1').once('connect', () => done(true)).once('error', () => done(false));
`;

interface Seen {
  readonly environment: boolean;
  readonly file: boolean;
  readonly process: boolean;
  readonly uid: number;
  readonly filtered: boolean;
  readonly limited: boolean;
  readonly network: boolean;
}

/** From here the image process finds what it needs. */
const code = fileURLToPath(import.meta.url);
const filesOpen = 100;
const timeoutMs = 20_000;

/**
 * Starts a child in the sandbox that tries to reach the engine and the machine, and returns what it could not: what is
 * reported to operators was watched.
 * @returns null if the child could not be started, could not do its own work, or did not answer within 20 s
 */
export async function watchIsolation(sandbox: Sandbox): Promise<Isolation | null> {
  const folder = await mkdtemp(join(tmpdir(), 'redline-sandbox-'));
  const server = createServer((socket) => socket.destroy());
  try {
    // Readable by anybody: only a sandbox keeps a child from it.
    await chmod(folder, 0o755);
    const file = join(folder, 'file');
    await writeFile(file, '', { mode: 0o644 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const seen = await inPrivateFolder(async (own) => {
      const input = join(own, 'input');
      await writeFile(input, 'x');
      return answerOf(
        sandbox,
        own,
        JSON.stringify({ ...(await engineNow()), port, file, input, code, filesOpen }),
      );
    });
    return seen && isolationOf(seen);
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The facts of this engine that a child compares its own findings with. */
async function engineNow() {
  const environment = await readFile('/proc/self/environ').catch(() => Buffer.alloc(0));
  return {
    pid: process.pid,
    environment: createHash('sha256').update(environment).digest('hex'),
    processes: await readlink('/proc/self/ns/pid').catch(() => ''),
  };
}

async function answerOf(sandbox: Sandbox, folder: string, input: string): Promise<Seen | null> {
  const child: Child = {
    program: process.execPath,
    args: ['-e', script, input],
    limits: { fileBytes: 1_000, filesOpen },
    reads: [],
    folder,
    niceness: 0,
  };
  const started = sandbox.spawn(child, ['ignore', 'pipe', 'ignore']);
  const timer = setTimeout(() => started.kill('SIGKILL'), timeoutMs);
  const chunks: Buffer[] = [];
  started.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  try {
    await once(started, 'close');
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Seen;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function isolationOf(seen: Seen): Isolation {
  return {
    network: seen.network ? noIsolation.network : 'none',
    engine: seen.environment ? noIsolation.engine : 'hidden',
    files: seen.file ? noIsolation.files : 'own',
    processes: seen.process ? noIsolation.processes : 'own',
    user: seen.uid === process.getuid?.() ? noIsolation.user : 'other',
    systemCalls: seen.filtered ? 'filtered' : noIsolation.systemCalls,
    limits: seen.limited ? 'enforced' : noIsolation.limits,
  };
}
