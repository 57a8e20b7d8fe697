import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@redline/testkit';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('./service-under-test.ts', import.meta.url));

/** Runs the probe until it ends; `onRunning` is called once it says so. */
async function run(
  env: Record<string, string>,
  onRunning?: (kill: (signal: NodeJS.Signals) => void) => unknown,
  args: readonly string[] = [],
) {
  const child = spawn(process.execPath, [script, ...args], { env: { LOG_LEVEL: 'error', ...env } });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    if (chunk.toString().includes('running')) onRunning?.((signal) => void child.kill(signal));
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = out.split('\n').filter((line) => line && !line.startsWith('{'));
  return { code, lines, log: out, err };
}

describe('a service', () => {
  it('with wrong config ends with one line for each fault and shows no secret', async () => {
    const { code, err } = await run({ MODE: 'walks', COUNT: '9', KEY: 'hunter2' });
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toEqual([
      'probe: MODE is "walks"; it takes one of runs, hangs, cannot-start, throws, rejects',
      'probe: COUNT is "9"; it takes a whole number from 1 to 5',
      'probe: KEY is not acceptable (its value is not shown); it takes 1 to 3 characters',
    ]);
  });

  it('closes its parts in the reverse order of opening, also when one fails, and says by its code that one did', async () => {
    const { code, lines, log } = await run({ MODE: 'runs' }, (kill) => kill('SIGTERM'));
    expect(lines).toEqual(['running', 'closed intake', 'closed database']);
    expect(log).toMatch(/"part":"bus".*a part did not close/);
    expect(code).toBe(1);
  });

  it('does not wait longer than its shutdown timeout', async () => {
    // The part never closes by itself, so that the process ends at all is by the timeout.
    const { code, log } = await run({ MODE: 'hangs', SHUTDOWN_TIMEOUT_MS: '200' }, (kill) => kill('SIGTERM'));
    expect(code).toBe(1);
    expect(log).toMatch(/"part":"intake".*closing took too long/);
  });

  it('told to end, says that it is not ready and goes on for a while, since others learn of it later', async () => {
    const port = await freePort();
    const readyz = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    const seen: number[] = [];
    let metrics = '';
    const env = { MODE: 'runs', OPS_PORT: String(port), SHUTDOWN_DRAIN_MS: '700', LOG_LEVEL: 'info' };
    const { lines, log } = await run(env, async (kill) => {
      await expect.poll(readyz, { timeout: 5_000 }).toBe(200);
      seen.push(200);
      metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      kill('SIGTERM');
      await expect.poll(readyz, { timeout: 500 }).toBe(503);
      seen.push(503);
    });
    expect([seen, lines]).toEqual([
      [200, 503],
      ['running', 'closed intake', 'closed database'],
    ]);
    expect(metrics).toMatch(/^build_info\{.*version="1\.2\.3".*\} 1$/m);
    expect(log).toMatch(/"version":"1\.2\.3".*"msg":"started"/);
    expect(log).toMatch(/"drainMs":700/);
  });

  it('ends at once at a second signal', async () => {
    const { code, log } = await run({ MODE: 'hangs', SHUTDOWN_TIMEOUT_MS: '60000' }, (kill) => {
      kill('SIGINT');
      setTimeout(() => kill('SIGINT'), 200);
    });
    expect(code).toBe(1);
    expect(log).not.toMatch(/took too long/);
  });

  it('that cannot start says why in one line and closes what it had opened', async () => {
    const { code, lines, err } = await run({ MODE: 'cannot-start' });
    expect([code, err, lines]).toEqual([1, 'probe: NATS_URL: nobody there\n', ['closed database']]);
  });

  it('that throws at its start or later logs it and ends', async () => {
    const atStart = await run({ MODE: 'throws' });
    expect([atStart.code, atStart.log]).toEqual([1, expect.stringMatching(/a bug at start/)]);
    const later = await run({ MODE: 'rejects' });
    expect([later.code, later.log]).toEqual([1, expect.stringMatching(/nobody caught me/)]);
    expect(later.lines).toContain('closed database');
  });

  it('told to migrate, does so in place of its start, closes what it had opened and ends', async () => {
    const migrated = await run({ MODE: 'runs', LOG_LEVEL: 'info' }, undefined, ['migrate']);
    expect([migrated.code, migrated.lines]).toEqual([0, ['migrated', 'closed database']]);
    expect(migrated.log).toMatch(/"ran":\["0001-first"\].*the database is up to date/);
    const failed = await run({ MODE: 'throws' }, undefined, ['migrate']);
    expect([failed.code, failed.lines]).toEqual([1, ['closed database']]);
    expect(failed.log).toMatch(/a migration failed/);
  });
});
