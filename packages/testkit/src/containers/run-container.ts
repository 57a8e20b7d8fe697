import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GenericContainer } from 'testcontainers';

export interface ContainerSpec {
  readonly image: string;
  readonly port: number;
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A line of its log that says it serves, and how often it appears until then. */
  readonly readyLog: { readonly pattern: RegExp; readonly times: number };
}

export interface RunningContainer {
  readonly host: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const startTimeoutMs = 120_000;

/** Whether a container engine seems to be here: testcontainers takes two seconds to load and is not asked in vain. */
function engineIsLikely(env: NodeJS.ProcessEnv): boolean {
  const runtimeDir = env.XDG_RUNTIME_DIR ?? '';
  const home = env.HOME ?? '';
  const sockets = [
    '/var/run/docker.sock',
    join(runtimeDir, 'docker.sock'),
    join(runtimeDir, 'podman', 'podman.sock'),
    join(home, '.docker', 'run', 'docker.sock'),
    join(home, '.colima', 'default', 'docker.sock'),
  ];
  return Boolean(env.DOCKER_HOST) || sockets.some((path) => existsSync(path));
}

/**
 * Runs a server in a container.
 * @returns undefined where no engine answers
 * @throws the engine's error when it answers but cannot run this image
 */
export async function runContainer(spec: ContainerSpec): Promise<RunningContainer | undefined> {
  if (!engineIsLikely(process.env)) return undefined;
  const testcontainers = await import('testcontainers');
  const client = await testcontainers.getContainerRuntimeClient().catch(() => undefined);
  if (!client) return undefined;
  const { pattern, times } = spec.readyLog;
  const wait = testcontainers.Wait.forLogMessage(pattern, times);
  const started = await configured(new testcontainers.GenericContainer(spec.image), spec)
    .withWaitStrategy(wait)
    .withStartupTimeout(startTimeoutMs)
    .start();
  return {
    host: started.getHost(),
    port: started.getMappedPort(spec.port),
    async stop() {
      await started.stop();
    },
  };
}

function configured(container: GenericContainer, spec: ContainerSpec): GenericContainer {
  const withPort = container.withExposedPorts(spec.port).withEnvironment({ ...spec.env });
  return spec.command ? withPort.withCommand([...spec.command]) : withPort;
}
