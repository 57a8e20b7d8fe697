import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createDatabase, isAlive, startNats, startPostgres, testServers, waitFor } from '../src/index.ts';

async function rows(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('a Postgres of its own', async () => {
  const server = await startPostgres();
  afterAll(() => server.dispose());

  it('keeps what was committed over SIGKILL, on the same address', async () => {
    await rows(server.adminUrl, 'create table kept as select 42 as answer');
    const before = server.pid();
    await server.kill();
    await expect(rows(server.adminUrl, 'select 1')).rejects.toThrow();
    await server.start();
    expect(server.pid()).not.toBe(before);
    expect(await rows(server.adminUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('waits for the disk at each commit, unless told otherwise', async () => {
    expect(await rows(server.adminUrl, "select current_setting('fsync') as on")).toEqual([{ on: 'on' }]);
    const { postgresAdminUrl } = testServers();
    const commit = await rows(postgresAdminUrl, "select current_setting('synchronous_commit') as on");
    expect(commit).toEqual([{ on: 'on' }]);
  });

  it('listens to this machine only and asks for a password', async () => {
    const url = new URL(server.adminUrl);
    url.password = 'wrong';
    await expect(rows(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    expect(await rows(server.adminUrl, "select current_setting('listen_addresses') as at")).toEqual([
      { at: '127.0.0.1' },
    ]);
  });

  it('leaves no data and no process behind', async () => {
    const pid = server.pid();
    const [row] = await rows(server.adminUrl, "select current_setting('data_directory') as folder");
    const { folder } = row as { folder: string };
    await server.dispose();
    expect(pid && isAlive(pid)).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a database of a test file', () => {
  it('is nobody else’s and goes when it is disposed of', async () => {
    const { postgresAdminUrl } = testServers();
    const [one, two] = await Promise.all([
      createDatabase(postgresAdminUrl),
      createDatabase(postgresAdminUrl),
    ]);
    await rows(one.url, 'create table mine (id int)');
    await expect(rows(two.url, 'select * from mine')).rejects.toThrow(/does not exist/);
    await Promise.all([one.dispose(), two.dispose()]);
    await expect(rows(one.url, 'select 1')).rejects.toThrow(/does not exist/);
  });
});

describe('a NATS server', async () => {
  const binary = testServers().natsServerBinary;
  const server = await startNats({ binary });
  afterAll(() => server.dispose());

  it('comes back on the same address after it was killed', async () => {
    const before = server.pid();
    await server.kill();
    expect(before && isAlive(before)).toBe(false);
    await server.start();
    expect(server.pid()).not.toBe(before);
    expect(isAlive(server.pid() ?? 0)).toBe(true);
  });

  it('says why it did not start, in the server’s own words', async () => {
    const taken = Number(new URL(server.url).port);
    await expect(startNats({ binary, port: taken })).rejects.toThrow(/address already in use/);
  });

  it.each([
    'process.exit(0)',
    'process.kill(process.pid, "SIGTERM")',
    'process.kill(process.pid, "SIGKILL")',
  ])('ends with the process that started it (%s)', async (end) => {
    const pid = pidOfServerStartedBy(end, binary);
    await waitFor(() => !isAlive(pid), { what: 'the end of the server' });
  });
});

/** Runs a process that starts a server, says its id, and then ends in some way. */
function pidOfServerStartedBy(end: string, binary: string): number {
  const module = JSON.stringify(new URL('../src/servers.ts', import.meta.url).href);
  const script = `import { startNats } from ${module};
    const server = await startNats({ binary: ${JSON.stringify(binary)} });
    process.stdout.write(String(server.pid()), () => { ${end} });
    setInterval(() => undefined, 1_000);`;
  try {
    return Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
    );
  } catch (error) {
    return Number((error as { stdout: string }).stdout);
  }
}
