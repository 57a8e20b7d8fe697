import { mkdir } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import './test-servers.ts';
import { hasContainerEngine, startPostgresContainer } from './containers.ts';
import { findNatsServer } from './nats-binary.ts';
import { startPostgres } from './postgres.ts';

const cacheDir = new URL('../../../.redline/tools', import.meta.url).pathname;
const say = (line: string) => process.stderr.write(`testkit: ${line}\n`);

interface Server {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

async function findPostgres(): Promise<Server> {
  const url = process.env['DATABASE_URL'];
  if (url) {
    say('Postgres from DATABASE_URL');
    return { url, stop: async () => {} };
  }
  if (await hasContainerEngine()) {
    say('Postgres in a container');
    return startPostgresContainer();
  }
  say('Postgres from npm');
  const server = await startPostgres({ durable: false });
  return { url: server.adminUrl, stop: server.dispose };
}

/** Vitest's global setup: one Postgres for the run; NATS servers are cheap (10 ms), so each test file starts its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(cacheDir, { recursive: true });
  const binary = await findNatsServer(cacheDir, say);
  say(`NATS from ${binary.startsWith(cacheDir) ? "Debian's package" : 'an installed nats-server'}`);
  const postgres = await findPostgres();
  project.provide('natsServerBinary', binary);
  project.provide('postgresAdminUrl', postgres.url);
  return () => postgres.stop();
}
