import type { ConnectionOptions } from '@nats-io/transport-node';

/**
 * Reads the addresses of the servers of one bus.
 * @param urls `nats://[user:password@]host:port` or `tls://…`, with commas between; user and password are those of the
 *   first, since all servers of a cluster know the same users
 */
export function readServers(urls: string): { readonly hosts: string; readonly options: ConnectionOptions } {
  const servers = urls.split(',').map((url) => new URL(url));
  const [first] = servers;
  const user = decodeURIComponent(first?.username ?? '');
  const password = decodeURIComponent(first?.password ?? '');
  return {
    hosts: servers.map(({ host }) => host).join(', '),
    options: {
      servers: servers.map(({ host }) => host),
      ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
      ...(user && password ? { user, pass: password } : {}),
      ...(user && !password ? { token: user } : {}),
    },
  };
}
