import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { DebianProgram } from '../debian/find-debian-program.ts';
import { type LocalServer, localServer } from '../process/local-server.ts';
import { privileged } from '../process/privileges.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';

export interface HaproxyOptions {
  readonly program: DebianProgram;
  /** The sections of its configuration after `global`: defaults, frontends and backends, on the loopback interface. */
  readonly sections: string;
  /** A port of a frontend, by which it is known to run. */
  readonly port: number;
  readonly logFile: string;
  readonly callerHandlesSignals?: boolean;
}

export interface HaproxyServer extends LocalServer {
  /**
   * Runs commands of the runtime API, `;` between them, such as `set server pg/standby state ready`.
   * @returns what it answered
   */
  readonly command: (text: string) => Promise<string>;
}

const startTimeoutMs = 10_000;
const stopTimeoutMs = 5_000;
const commandTimeoutMs = 5_000;

/**
 * Starts a haproxy of ours.
 * @throws ServerError with one line: a fault of the configuration, a port that is taken
 */
export async function startHaproxy(options: HaproxyOptions): Promise<HaproxyServer> {
  const root = await temporaryFolder();
  const socketPath = join(root, 'runtime.sock');
  const configFile = join(root, 'haproxy.cfg');
  await writeFile(
    configFile,
    `global\n  stats socket ${socketPath} mode 600 level admin\n\n${options.sections}\n`,
  );
  const server = localServer({
    name: 'haproxy',
    commandLine: privileged(options.program.command, ['-db', '-f', configFile], { deathSignal: 'KILL' }),
    env: options.program.env,
    logFile: options.logFile,
    temporaryData: root,
    ready: () => isOpen(options.port),
    stopSignal: 'SIGTERM',
    startTimeoutMs,
    stopTimeoutMs,
    callerHandlesSignals: options.callerHandlesSignals,
  });
  await server.start();
  return { ...server, command: (text) => ask(socketPath, text) };
}

function isOpen(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}

async function ask(path: string, text: string): Promise<string> {
  const socket = connect({ path });
  socket.setTimeout(commandTimeoutMs, () => socket.destroy(new Error(`haproxy did not answer: ${text}`)));
  socket.write(`${text}\n`);
  let answer = '';
  for await (const piece of socket.setEncoding('utf8')) answer += piece;
  return answer;
}
