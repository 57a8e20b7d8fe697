import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUp, pathsOf, readState } from '@redline/local';
import { createCloseList } from '@redline/service-kit/shutdown';
import type { TestProject } from 'vitest/node';
import type { Deployment } from './deployment.ts';

const closeTimeoutMs = 60_000;
const say = (line: string) => process.stderr.write(`acceptance: ${line}\n`);

/** Vitest's global setup: uses the deployment of `BASE_URL` and `NATS_URL`, or starts a stack for this run. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { BASE_URL: baseUrl, CONSOLE_URL: consoleUrl, NATS_URL: natsUrl } = process.env;
  if (baseUrl) {
    if (!natsUrl) throw new Error('with BASE_URL, NATS_URL must say where the operator’s commands go');
    project.provide('deployment', { baseUrl: new URL(baseUrl).origin, consoleUrl, natsUrl });
    return undefined;
  }
  const { stack, stop } = await startOwnStack();
  project.provide('deployment', stack);
  return stop;
}

async function startOwnStack(): Promise<{ stack: Deployment; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'redline-acceptance-'));
  // If this process is root, Postgres runs as another user, which needs access to this folder.
  await chmod(folder, 0o711);
  const parts = createCloseList();
  const paths = pathsOf(undefined, join(folder, 'data'));
  const stop = async () => {
    await parts.closeAll(undefined, closeTimeoutMs);
    const refused = await refusedByBus(join(paths.logs, 'nats.log'));
    await rm(folder, { recursive: true, force: true });
    if (refused.length > 0) throw new Error(`the bus refused a service what it does:\n${refused.join('\n')}`);
  };
  try {
    const settings = {
      HOST: '127.0.0.1',
      PORT: 0,
      DATABASE_URL: null,
      NATS_URL: null,
      REDLINE_DATA_DIR: null,
    };
    const { apiUrl, consoleUrl, natsUrl } = await bringUp({ paths, settings, say, parts });
    const opsUrls = readState(paths.state)?.opsUrls ?? {};
    return { stack: { baseUrl: apiUrl, consoleUrl, natsUrl, opsUrls }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns what nats-server refused: the product does nothing that the table of the bus's users does not have. */
async function refusedByBus(logFile: string): Promise<readonly string[]> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => /Violation/.test(line));
}
