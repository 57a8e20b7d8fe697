import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerError } from '../server-error.ts';
import { onExit } from './on-exit.ts';
import type { CommandLine } from './privileges.ts';

export interface LocalServerSpec {
  /** As it appears in errors. */
  readonly name: string;
  readonly commandLine: CommandLine;
  readonly env?: Readonly<Record<string, string>>;
  /** Its output is appended here. */
  readonly logFile: string;
  /** Resolves once the server answers; is asked again while it rejects. */
  readonly ready: () => Promise<void>;
  /** A folder that `dispose` removes. */
  readonly temporaryData?: string | undefined;
  /** The signal that asks it to end in order. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  readonly startTimeoutMs: number;
  readonly stopTimeoutMs: number;
  /** The caller handles signals and stops the server in order; otherwise a signal to this process stops it too. */
  readonly callerHandlesSignals?: boolean | undefined;
  /** The server ended without being asked. */
  readonly onUnexpectedExit?: ((how: string) => void) | undefined;
}

/** A server process on this machine that tests may stop, kill and start again on the same address and data. */
export interface LocalServer {
  /** Undefined while it does not run. */
  readonly pid: () => number | undefined;
  /** Starts it and waits until it answers; does nothing while it runs. */
  readonly start: () => Promise<void>;
  /** Ends it in order, by force after its stop timeout. */
  readonly stop: () => Promise<void>;
  /** Ends it with SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Stops it and removes its data where that was temporary. */
  readonly dispose: () => Promise<void>;
  /** Sends any signal, such as SIGSTOP and SIGCONT. */
  readonly signal: (name: NodeJS.Signals) => void;
}

interface Running {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  readonly release: () => void;
  asked: boolean;
}

const pollMs = 10;

/** Wraps a command that serves until it is told to end. Nothing runs before `start`. */
export function localServer(spec: LocalServerSpec): LocalServer {
  let running: Running | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const server = running;
    if (!server) return;
    server.asked = true;
    server.child.kill(signal);
    const force = setTimeout(() => server.child.kill('SIGKILL'), spec.stopTimeoutMs);
    await server.exited;
    clearTimeout(force);
  };
  return {
    pid: () => running?.child.pid,
    async start() {
      if (running) return;
      await refuseTakenAddress(spec);
      const server = launch(spec, () => {
        running = undefined;
      });
      running = server;
      try {
        await untilReady(spec, server);
      } catch (error) {
        await end('SIGKILL');
        throw error;
      }
    },
    stop: () => end(spec.stopSignal),
    async dispose() {
      await end(spec.stopSignal);
      if (spec.temporaryData) await rm(spec.temporaryData, { recursive: true, force: true });
    },
    kill: () => end('SIGKILL'),
    signal(name) {
      running?.child.kill(name);
    },
  };
}

/** A stranger at the address would answer for the server while that fails to start. */
async function refuseTakenAddress(spec: LocalServerSpec): Promise<void> {
  const taken = await spec.ready().then(
    () => true,
    () => false,
  );
  if (taken) throw new ServerError(`${spec.name} did not start: address already in use`);
}

function launch(spec: LocalServerSpec, ended: () => void): Running {
  const { command, args, identity } = spec.commandLine;
  const output = openSync(spec.logFile, 'a', 0o600);
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    // A process group of its own: ctrl-C in the terminal must not stop servers before what uses them.
    detached: true,
    ...(spec.env ? { env: { ...process.env, ...spec.env } } : {}),
    ...(identity ? { uid: identity.uid, gid: identity.gid } : {}),
  });
  closeSync(output);
  const release = onExit(() => child.kill(spec.stopSignal), !spec.callerHandlesSignals);
  const exited = new Promise<void>((resolve) => {
    const settle = (how: string) => {
      release();
      ended();
      resolve();
      if (!server.asked) spec.onUnexpectedExit?.(how);
    };
    child.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`));
    child.once('error', (error) => settle(error.message));
  });
  const server: Running = { child, exited, release, asked: false };
  child.unref();
  return server;
}

async function untilReady(spec: LocalServerSpec, server: Running): Promise<void> {
  const deadlineMs = performance.now() + spec.startTimeoutMs;
  let gone = false;
  server.asked = true;
  void server.exited.then(() => {
    gone = true;
  });
  for (;;) {
    if (gone) throw new ServerError(`${spec.name} ended at once: ${lastWords(spec.logFile)}`);
    const fault = await spec.ready().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!fault && !gone) break;
    if (performance.now() > deadlineMs) {
      throw new ServerError(`${spec.name} did not answer within ${spec.startTimeoutMs} ms`, { cause: fault });
    }
    await sleep(pollMs);
  }
  server.asked = false;
}

/** The last line of the log that names an error, else its last line. */
function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-20);
  return lines.findLast((line) => /FATAL|\[FTL\]|error|denied|No space/i.test(line)) ?? lines.at(-1) ?? '';
}
