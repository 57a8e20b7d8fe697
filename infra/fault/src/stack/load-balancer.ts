import { join } from 'node:path';
import { findHaproxy, freePort, type HaproxyServer, startHaproxy } from '@redline/testkit/servers';
import type { Replica } from './replicas.ts';

/** The one address of each kind of server, as a cluster has it: haproxy before gateways, media engines and Postgres. */
export interface LoadBalancer {
  readonly apiUrl: string;
  readonly mediaUrl: string;
  readonly postgresPort: number;
  /** Sends connections to the Postgres at a port, and ends those to any other. */
  readonly usePostgres: (port: number) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** An answer takes a minute at most, of an image; a client of the load waits 65 s. */
const defaults = `defaults
  timeout connect 2s
  timeout client 90s
  timeout server 90s
  timeout check 2s
  retries 3
  option redispatch`;

/**
 * Starts it. A replica gets requests while its `/readyz` answers 200, asked three times a second.
 * @param replicas those with a port for clients are behind it
 */
export async function startLoadBalancer(replicas: readonly Replica[], folder: string): Promise<LoadBalancer> {
  const ports = { api: await freePort(), media: await freePort(), postgres: await freePort() };
  const http = (name: string, port: number, service: string) =>
    [
      `frontend ${name}`,
      '  mode http',
      `  bind 127.0.0.1:${port}`,
      `  default_backend ${service}`,
      `backend ${service}`,
      '  mode http',
      '  balance leastconn',
      '  option httpchk GET /readyz',
      ...replicas
        .filter((replica) => replica.service === service)
        .map(
          ({ name: server, port: at, opsPort }) =>
            `  server ${server} 127.0.0.1:${at} check port ${opsPort} inter 300 fall 1 rise 1`,
        ),
    ].join('\n');
  const sections = [
    defaults,
    http('api', ports.api, 'gateway'),
    http('media', ports.media, 'media-engine'),
    'frontend postgres',
    '  mode tcp',
    `  bind 127.0.0.1:${ports.postgres}`,
    '  default_backend postgres',
    'backend postgres',
    '  mode tcp',
    // Its address is set when it runs.
    '  server current 127.0.0.1:1 disabled',
  ].join('\n');
  const program = await findHaproxy();
  const haproxy: HaproxyServer = await startHaproxy({
    program,
    sections,
    port: ports.api,
    logFile: join(folder, 'haproxy.log'),
    callerHandlesSignals: true,
  });
  return {
    apiUrl: `http://127.0.0.1:${ports.api}`,
    mediaUrl: `http://127.0.0.1:${ports.media}`,
    postgresPort: ports.postgres,
    async usePostgres(port) {
      const server = 'postgres/current';
      for (const command of [
        `set server ${server} state maint`,
        `shutdown sessions server ${server}`,
        `set server ${server} addr 127.0.0.1 port ${port}`,
        `set server ${server} state ready`,
      ]) {
        await haproxy.command(command);
      }
    },
    dispose: haproxy.dispose,
  };
}
