import { access } from 'node:fs/promises';
import { stopWithProcess } from './stop-with-process.ts';

interface Container {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Whether a container engine answers. testcontainers takes two seconds to load, so the socket is looked for first. */
export async function hasContainerEngine(): Promise<boolean> {
  if (process.env['DOCKER_HOST'] === undefined && !(await socketExists())) return false;
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

async function socketExists(): Promise<boolean> {
  return access('/var/run/docker.sock').then(
    () => true,
    () => false,
  );
}

/** PostgreSQL 15, the oldest that Redline supports. */
export async function startPostgresContainer(): Promise<Container> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('postgres:15-alpine')
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withCommand(['postgres', '-c', 'max_connections=200'])
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  stopWithProcess(() => void container.stop());
  const url = `postgres://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
  return { url, stop: async () => void (await container.stop()) };
}
