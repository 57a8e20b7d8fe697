import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../src/index.ts';
import { temporaryFolder } from '../src/process/temporary-folder.ts';
import { findHaproxy, freePort, startHaproxy, startStandby } from '../src/servers.ts';

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('a standby', () => {
  it('has each commit of a server that is killed, and takes its place', async () => {
    const primary = await startPostgres();
    await ask(primary.adminUrl, 'create table kept (answer int)');
    const folder = await temporaryFolder();
    const standby = await startStandby(primary, { logFile: join(folder, 'standby.log') });
    try {
      await ask(primary.adminUrl, 'insert into kept values (42)');
      await expect(ask(standby.adminUrl, 'insert into kept values (1)')).rejects.toThrow(/read-only/);
      await primary.kill();
      await standby.promote();
      await ask(standby.adminUrl, 'insert into kept values (43)');
      expect(await ask(standby.adminUrl, 'select answer from kept order by 1')).toEqual([
        { answer: 42 },
        { answer: 43 },
      ]);
    } finally {
      await standby.dispose();
      await primary.dispose();
    }
  });
});

describe('a haproxy', () => {
  const servers: Server[] = [];
  const listen = async (name: string) => {
    const server = createServer((_request, response) => response.end(name));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  let here: number;
  let there: number;
  beforeAll(async () => {
    [here, there] = [await listen('here'), await listen('there')];
  });
  afterAll(() => {
    for (const server of servers) server.close();
  });

  it('passes requests on to the server that its runtime API names', async () => {
    const port = await freePort();
    const folder = await temporaryFolder();
    const sections = [
      'defaults\n  timeout connect 1s\n  timeout client 5s\n  timeout server 5s\n  mode http',
      `listen web\n  bind 127.0.0.1:${port}\n  server one 127.0.0.1:${here}`,
    ].join('\n');
    const proxy = await startHaproxy({
      program: await findHaproxy(),
      sections,
      port,
      logFile: join(folder, 'haproxy.log'),
    });
    try {
      const answer = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
      expect(await answer()).toBe('here');
      await proxy.command(`set server web/one addr 127.0.0.1 port ${there}`);
      expect(await answer()).toBe('there');
    } finally {
      await proxy.dispose();
    }
  });
});
