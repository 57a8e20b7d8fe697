import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrometheus, freePort, localServer } from '@redline/testkit/servers';
import { renderedDir } from './render.ts';
import { root } from './root.ts';
import { scrapeConfig } from './scrape-config.ts';

const host = '127.0.0.1';
const startTimeoutMs = 30_000;
const stopTimeoutMs = 10_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs a Prometheus over the stack that `npm start` runs here, with the alerts, until the process is told to end. What it
 * has seen goes with it.
 * @param stateFile of the stack
 * @throws Error when no stack runs; ServerError when there is no Prometheus, and none can be had
 */
export async function watchStack(stateFile = join(root, '.redline', 'stack.json')): Promise<void> {
  const opsUrls = await readOpsUrls(stateFile);
  const { command, env } = await findPrometheus({ log: say });
  const folder = await mkdtemp(join(tmpdir(), 'redline-prometheus-'));
  const config = join(folder, 'prometheus.yml');
  await writeFile(config, scrapeConfig({ opsUrls, rulesFile: join(root, renderedDir, 'rules.yaml') }));
  const url = `http://${host}:${await freePort()}`;
  const prometheus = localServer({
    name: 'prometheus',
    commandLine: {
      command,
      args: [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${new URL(url).host}`,
        '--enable-feature=exemplar-storage',
      ],
    },
    env,
    logFile: join(folder, 'prometheus.log'),
    temporaryData: folder,
    ready: () => ready(url),
    stopSignal: 'SIGTERM',
    startTimeoutMs,
    stopTimeoutMs,
    callerHandlesSignals: true,
  });
  await prometheus.start();
  say(`Prometheus: ${url}/alerts and ${url}/targets, of ${Object.keys(opsUrls).join(', ')}; ctrl-C ends it`);
  await untilToldToEnd();
  await prometheus.dispose();
}

function untilToldToEnd(): Promise<void> {
  // Neither a listener for signals nor the child keeps a process alive.
  const alive = setInterval(() => {}, 60_000);
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(alive);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  });
}

async function readOpsUrls(stateFile: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(stateFile, 'utf8').catch(() => {
    throw new Error(`no stack runs: there is no ${stateFile}; npm start starts one`);
  });
  return (JSON.parse(text) as { readonly opsUrls: Record<string, string> }).opsUrls;
}

async function ready(url: string): Promise<void> {
  const response = await fetch(`${url}/-/ready`, { signal: AbortSignal.timeout(2_000) });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`Prometheus answered ${response.status}`);
}
