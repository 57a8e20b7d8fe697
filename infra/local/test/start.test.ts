import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { us } from '@redline/contracts';
import { testServers, waitFor } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { readState, type StackState, stillRuns } from '../src/stack/state.ts';

const startTimeoutMs = 90_000;
const script = fileURLToPath(new URL('../src/start.ts', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'redline-start-'));
const stateFile = join(dataDir, 'stack.json');

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
}

const running: Started[] = [];
afterAll(async () => {
  for (const started of running) await end(started);
  await rm(dataDir, { recursive: true, force: true });
});

/** A stack of its own: data in a temporary folder, any free port, none of this run's servers. */
function start(env: Readonly<Record<string, string>> = {}): Started {
  const { DATABASE_URL: _, NATS_URL: __, ...inherited } = process.env;
  const path = [dirname(testServers().natsServerBinary), process.env.PATH].join(delimiter);
  const own = { REDLINE_DATA_DIR: dataDir, PORT: '0', CONSOLE_PORT: '0', PATH: path };
  const child = spawn(process.execPath, [script], { env: { ...inherited, ...own, ...env } });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(String(chunk)));
  const started = { child, output: () => chunks.join('') };
  running.push(started);
  return started;
}

async function end({ child }: Started): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
  }
  return child.exitCode;
}

async function untilItRuns(started: Started): Promise<StackState> {
  const state = () => (started.output().includes('Redline runs') ? readState(stateFile) : undefined);
  const ended = () => (started.child.exitCode === null ? undefined : `it ended: ${started.output()}`);
  const outcome = await waitFor(() => state() ?? ended(), { timeoutMs: startTimeoutMs, what: 'the verdict' });
  if (typeof outcome !== 'object') throw new Error(outcome);
  return outcome;
}

const readKeys = () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).keys;

async function checksOf({ apiUrl }: StackState, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${apiUrl}${us.prefix}/text/checks`, { headers });
  const { data } = (await response.json()) as { data?: { total: number } };
  return { status: response.status, total: data?.total };
}

/** Signs in to the console with what was printed. */
async function signIn({ output }: Started): Promise<unknown> {
  const printed = /console {2}(\S+), sign in as (\S+) with (\S+)/.exec(output());
  const [, origin = '', email, password] = printed ?? [];
  const response = await fetch(`${origin}/api/auth/sign-in`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { data?: unknown }).data;
}

describe('npm start', () => {
  it('shows a verdict, starts what dies again, ends in order, and keeps data and keys for the next time', {
    timeout: 2 * startTimeoutMs,
  }, async () => {
    const first = start();
    const state = await untilItRuns(first);
    expect(first.output()).toMatch(/riskLevel high, \d+ risks/);
    expect(statSync(join(dataDir, 'demo.json')).mode & 0o077).toBe(0);
    expect(statSync(stateFile).mode & 0o077).toBe(0);
    expect(statSync(join(dataDir, 'nats', 'server.conf')).mode & 0o077).toBe(0);
    expect(state.natsUrl).toMatch(/^nats:\/\/operator:/);
    const keys = readKeys();
    expect(Object.keys(keys).sort()).toEqual(['id', 'main', 'us']);
    expect(await signIn(first)).toMatchObject({ organization: { name: 'Demo', role: 'owner' } });

    for (const { pid } of state.processes) process.kill(pid, 'SIGKILL');
    const answers = async () => (await checksOf(state, keys.us.key)).status === 200;
    await waitFor(answers, { timeoutMs: 60_000, everyMs: 100, what: 'the way back of all that was killed' });

    const refused = start();
    await once(refused.child, 'exit');
    expect(refused.output()).toMatch(/^redline: Redline already runs in this checkout at .*\n$/);

    const last = readState(stateFile);
    expect(await end(first)).toBe(0);
    expect(last?.processes.filter(stillRuns)).toEqual([]);

    const second = start();
    const again = await untilItRuns(second);
    expect(readKeys()).toEqual(keys);
    expect(await signIn(second)).toMatchObject({ organization: { name: 'Demo', role: 'owner' } });
    expect(await checksOf(again, keys.us.key)).toEqual({ status: 200, total: 2 });
    expect(await end(second)).toBe(0);
  });

  it('says in one line which port is taken, before it starts anything', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const started = start({ PORT: String(port) });
    await once(started.child, 'exit');
    other.close();
    expect(started.child.exitCode).toBe(1);
    expect(started.output()).toMatch(new RegExp(`^redline: port ${port} is taken by another process.*\n$`));
  });

  it('says in one line which setting is wrong', async () => {
    const started = start({ PORT: 'eighty' });
    await once(started.child, 'exit');
    expect(started.output()).toBe('redline: PORT is "eighty"; it takes a whole number from 0 to 65535\n');
  });
});
