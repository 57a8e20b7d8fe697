import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, waitFor } from '@redline/testkit/servers';
import { z } from 'zod';

const stateSchema = z.object({
  apiUrl: z.string(),
  natsUrl: z.string(),
  databaseUrls: z.record(z.string()),
  processes: z.array(z.object({ name: z.string(), pid: z.number().int() })),
});
const demoSchema = z.object({ accountId: z.string(), keys: z.record(z.object({ key: z.string() })) });

/** The product as `npm start` of a checkout runs it. */
export interface RunningStack {
  readonly apiUrl: string;
  /** The bus, for the operator's commands. */
  readonly natsUrl: string;
  /** Of the databases, by service. */
  readonly databaseUrls: Readonly<Record<string, string>>;
  /** The running processes: each service, and the servers that are not those of somebody else. */
  readonly processes: () => readonly { readonly name: string; readonly pid: number }[];
  readonly accountId: string;
  /** Keys of the demo account, by site. */
  readonly keys: Readonly<Record<string, string>>;
  /** Runs an operator's command of the checkout; gives its answer. Throws an Error when it is refused. */
  readonly operate: (...args: readonly string[]) => Promise<unknown>;
  readonly stop: () => Promise<void>;
  /** Ends the services by SIGKILL, in the middle of their work, then Postgres in order. */
  readonly kill: () => Promise<void>;
}

/** Where a stack runs, and on which data. */
export interface StackPlace {
  readonly dataDir: string;
  readonly port: number;
  /** A NATS server that outlives the stack; one of its own by default. */
  readonly natsUrl?: string;
}

/** A machine that has fetched no programs yet, and two busy cores. */
const startTimeoutMs = 300_000;
const stopTimeoutMs = 60_000;
/** Settings of both stacks: records that nobody works on any more fail, with their refund, after one minute instead of five. */
const soon = { SWEEP_LEASE_ENDED_MS: '60000', SWEEP_EVERY_MS: '5000' };
const flags = ['--disable-warning=ExperimentalWarning'];

/**
 * Starts the stack of a checkout on a folder of data.
 * @throws Error with its output when it does not start
 */
export async function runStack(
  checkout: string,
  { dataDir, port, natsUrl: foreignNatsUrl }: StackPlace,
): Promise<RunningStack> {
  const { DATABASE_URL: _, NATS_URL: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    ...soon,
    REDLINE_DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...(foreignNatsUrl === undefined ? {} : { NATS_URL: foreignNatsUrl }),
  };
  const script = join(checkout, 'infra', 'local', 'src', 'start.ts');
  const child = spawn(process.execPath, [...flags, script], { cwd: checkout, env });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await waitFor(() => hasEnded() || output.join('').includes('Redline runs'), {
    timeoutMs: startTimeoutMs,
    everyMs: 200,
    what: `the stack of ${checkout}`,
  });
  if (hasEnded()) throw new Error(`the stack of ${checkout} ended: ${output.join('')}`);
  const stateFile = join(dataDir, 'stack.json');
  const stateNow = () => stateSchema.parse(readJson(stateFile));
  const { apiUrl, natsUrl, databaseUrls } = stateNow();
  const { accountId, keys } = demoSchema.parse(readJson(join(dataDir, 'demo.json')));
  return {
    apiUrl,
    natsUrl,
    databaseUrls,
    processes: () => stateNow().processes,
    accountId,
    keys: Object.fromEntries(Object.entries(keys).map(([site, { key }]) => [site, key])),
    operate: (...args) => operate(checkout, natsUrl, args),
    stop: () => endOf(child, 'SIGINT'),
    async kill() {
      const { processes } = stateNow();
      // A stopped launcher starts nothing again.
      child.kill('SIGSTOP');
      for (const { name, pid } of processes) if (name !== 'postgres') process.kill(pid, 'SIGKILL');
      await endOf(child, 'SIGKILL');
      await waitFor(() => !processes.some(({ pid }) => isAlive(pid)), {
        timeoutMs: stopTimeoutMs,
        everyMs: 200,
        what: 'the end of the killed stack',
      });
    },
  };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

async function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(stopTimeoutMs) });
  child.kill(signal);
  await exited;
}

async function operate(checkout: string, natsUrl: string, args: readonly string[]): Promise<unknown> {
  const script = join(checkout, 'infra', 'admin', 'src', 'main.ts');
  const child = spawn(process.execPath, [...flags, script, ...args], {
    cwd: checkout,
    env: { ...process.env, NATS_URL: natsUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: string[] = [];
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${chunks.join('')}`);
  return JSON.parse(chunks.join(''));
}
