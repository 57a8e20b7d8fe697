import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createDatabase, startNats, startPostgres, testServers, waitFor } from '../src/index.ts';

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function rows(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('a Postgres of its own', () => {
  it('keeps what was committed over a restart on the same address, and leaves nothing behind', async () => {
    const server = await startPostgres();
    await rows(server.adminUrl, 'create table kept as select 42 as answer');
    await server.stop();
    await server.start();
    expect(await rows(server.adminUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await server.dispose();
    await expect(rows(server.adminUrl, 'select 1')).rejects.toThrow();
  });
});

describe('a database of a test file', () => {
  const { postgresAdminUrl } = testServers();

  it('is nobody else’s and goes when it is disposed of', async () => {
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
  const server = await startNats({ binary: testServers().natsServerBinary });
  afterAll(() => server.dispose());

  it('comes back on the same address after it was killed', async () => {
    const before = server.pid();
    await server.kill();
    expect(before && alive(before)).toBe(false);
    await server.start();
    expect(server.pid()).not.toBe(before);
    expect(alive(server.pid() ?? 0)).toBe(true);
  });

  it('says why it did not start, in the server’s own words', async () => {
    const taken = Number(new URL(server.url).port);
    await expect(startNats({ binary: testServers().natsServerBinary, port: taken })).rejects.toThrow(
      /address already in use/,
    );
  });

  it('ends with the process that started it', async () => {
    const script = `import { startNats } from ${JSON.stringify(new URL('../src/nats.ts', import.meta.url).href)};
      const server = await startNats({ binary: ${JSON.stringify(testServers().natsServerBinary)} });
      console.log(server.pid());
      process.exit(0);`;
    const pid = Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
    );
    await waitFor(() => !alive(pid), { what: 'the end of the server' });
  });
});
