import type { TestProject } from 'vitest/node';
import { ensureMediaPrograms } from './media/ensure-media-programs.ts';
import { findNatsServer } from './nats/find-nats-server.ts';
import { findPostgres } from './postgres/find-postgres.ts';
import type {} from './test-servers.ts';
import { toolsDir } from './tools-dir.ts';

const say = (line: string) => process.stderr.write(`testkit: ${line}\n`);

/** Vitest's global setup: one Postgres for the run; NATS servers are cheap (30 ms), so each test file starts its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const binary = await findNatsServer(toolsDir, say);
  say(`NATS: ${binary}, one process for each test file`);
  const missing = await ensureMediaPrograms({ log: say });
  if (missing.length > 0) say(`missing: ${missing.join(', ')}; tests of images and videos are skipped`);
  const postgres = await findPostgres({ durable: false, log: say });
  project.provide('natsServerBinary', binary);
  project.provide('postgresAdminUrl', postgres.adminUrl);
  project.provide('mediaProgramsMissing', missing);
  return () => postgres.dispose();
}
