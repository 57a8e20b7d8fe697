import { runContainer } from '../containers/run-container.ts';
import type { Log } from '../log.ts';
import { ServerError } from '../server-error.ts';
import { describeKind, type FoundServer, firstOf, type Source, testSources } from '../source.ts';
import { findNatsServer } from './find-nats-server.ts';
import { type NatsOptions, startNats } from './start-nats.ts';

export interface FindNatsOptions extends Omit<NatsOptions, 'binary'> {
  /** Where a fetched `nats-server` is kept. */
  readonly cacheDir: string;
  readonly sources?: readonly Source[];
  /** `NATS_URL` when left out. */
  readonly environmentUrl?: string | undefined;
  readonly log?: Log;
}

/** A NATS server with JetStream, wherever it is. */
export interface Nats extends FoundServer {
  readonly url: string;
}

const image = 'nats:2.12.1-alpine';

/**
 * Finds or starts a NATS server with JetStream: the environment's, a container, or a process of this machine.
 * @returns its URL and how to end it
 * @throws ServerError with one line
 */
export async function findNats(options: FindNatsOptions): Promise<Nats> {
  const { sources = testSources, environmentUrl = process.env.NATS_URL, log = () => undefined } = options;
  const found = await firstOf<Nats>(sources, {
    environment: async () => (environmentUrl ? environmentNats(environmentUrl) : undefined),
    container: () => containerNats(options.config),
    local: async () => {
      const binary = await findNatsServer(options.cacheDir, log);
      const { url, dispose } = await startNats({ ...options, binary });
      return { kind: 'local', url, dispose };
    },
  });
  if (!found) throw new ServerError('no NATS server: set NATS_URL, or run a container engine');
  log(`NATS: ${describeKind(found.kind, 'NATS_URL')} at ${new URL(found.url).host}`);
  return found;
}

function environmentNats(url: string): Nats {
  return { kind: 'environment', url, dispose: async () => undefined };
}

/** Puts the configuration, which is the first argument, where the server reads it. */
const startScript = 'printf %s "$1" > /tmp/server.conf && exec nats-server -js -sd /data -c /tmp/server.conf';

async function containerNats(config = ''): Promise<Nats | undefined> {
  const container = await runContainer({
    image,
    port: 4222,
    command: ['sh', '-c', startScript, 'sh', config],
    readyLog: { pattern: /Server is ready/, times: 1 },
  });
  if (!container) return undefined;
  const url = `nats://${container.host}:${container.port}`;
  return { kind: 'container', url, dispose: container.stop };
}
