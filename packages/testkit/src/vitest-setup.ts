import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findNatsServer } from './nats/find-nats-server.ts';
import { findPostgres } from './postgres/find-postgres.ts';
import type {} from './test-servers.ts';

const cacheDir = fileURLToPath(new URL('../../../.redline/tools', import.meta.url));
const say = (line: string) => process.stderr.write(`testkit: ${line}\n`);

/** Vitest's global setup: one Postgres for the run; NATS servers are cheap (30 ms), so each test file starts its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binary = await findNatsServer(cacheDir, say);
  say(`NATS: ${binary}, one process for each test file`);
  const postgres = await findPostgres({ durable: false, log: say });
  project.provide('natsServerBinary', binary);
  project.provide('postgresAdminUrl', postgres.adminUrl);
  return () => postgres.dispose();
}
