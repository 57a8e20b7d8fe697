import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { stopWithProcess } from './stop-with-process.ts';

/** A NATS server with JetStream on loopback. Port and disk stay the same when it is started again. */
export interface NatsServer {
  readonly url: string;
  readonly pid: () => number | undefined;
  /** Starts it again after `stop` or `kill`. */
  readonly start: () => Promise<void>;
  /** Lets it shut down in order. */
  readonly stop: () => Promise<void>;
  /** SIGKILL, as when the machine's memory ran out. */
  readonly kill: () => Promise<void>;
  /** Stops it and removes its disk where that was temporary. */
  readonly dispose: () => Promise<void>;
}

interface NatsOptions {
  /** The program; see `findNatsServer`. */
  readonly binary: string;
  /** Where JetStream keeps its files; a temporary folder when left out. */
  readonly storeDir?: string;
  readonly port?: number;
  readonly startTimeoutMs?: number;
}

async function launch(binary: string, args: readonly string[], timeoutMs: number): Promise<ChildProcess> {
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => {
      child.kill('SIGKILL');
      reject(
        new Error(
          `nats-server ${reason}${said.length ? `: ${said.join('').trim().split('\n').at(-1)}` : ''}`,
        ),
      );
    };
    const timer = setTimeout(() => fail(`was not ready within ${timeoutMs} ms`), timeoutMs);
    child.once('error', (error) => fail(`did not start (${error.message})`));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      said.push(chunk.toString());
      if (said.length > 50) said.shift();
      if (!chunk.toString().includes('Server is ready')) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve();
    });
  });
  return child;
}

async function end(child: ChildProcess | undefined, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGCONT');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(timer);
}

/**
 * Starts a NATS server with JetStream that listens on loopback only.
 * @throws Error with the server's last words when it does not come up in time
 */
export async function startNats(options: NatsOptions): Promise<NatsServer> {
  const port = options.port ?? (await freePort());
  const storeDir = options.storeDir ?? (await mkdtemp(join(tmpdir(), 'redline-nats-')));
  const args = ['-js', '-sd', storeDir, '-a', '127.0.0.1', '-p', String(port)];
  let child: ChildProcess | undefined;
  const start = async () => {
    child = await launch(options.binary, args, options.startTimeoutMs ?? 15_000);
  };
  const forget = stopWithProcess(() => child?.kill('SIGKILL'));
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    pid: () => child?.pid,
    start,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    async dispose() {
      await end(child, options.storeDir ? 'SIGTERM' : 'SIGKILL');
      forget();
      if (!options.storeDir) await rm(storeDir, { recursive: true, force: true });
    },
  };
}
