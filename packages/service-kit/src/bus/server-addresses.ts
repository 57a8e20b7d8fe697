import { readFileSync } from 'node:fs';
import { type ConnectionOptions, usernamePasswordAuthenticator } from '@nats-io/transport-node';

/** What a connection needs beside the URL of its servers. */
export interface BusCredentials {
  /** A file with the user's password, in place of one in the URL; read again at each reconnect. */
  readonly passwordFile?: string | null | undefined;
  /** PEM files: whom to trust in place of the public authorities, and the client's own certificate with its key. */
  readonly tls?:
    | {
        readonly caFile: string | null;
        readonly certFile: string | null;
        readonly keyFile: string | null;
      }
    | undefined;
}

/** The settings of credentials (`busCredentialSettings`), as they are read. */
export interface BusCredentialConfig {
  readonly NATS_PASSWORD_FILE: string | null;
  readonly NATS_TLS_CA_FILE: string | null;
  readonly NATS_TLS_CERT_FILE: string | null;
  readonly NATS_TLS_KEY_FILE: string | null;
}

/** Returns the credentials that the settings name. */
export const busCredentialsOf = (config: BusCredentialConfig): BusCredentials => ({
  passwordFile: config.NATS_PASSWORD_FILE,
  tls: {
    caFile: config.NATS_TLS_CA_FILE,
    certFile: config.NATS_TLS_CERT_FILE,
    keyFile: config.NATS_TLS_KEY_FILE,
  },
});

/**
 * Reads the addresses of the servers of one bus, and how to speak to them.
 * @param urls `nats://[user[:password]@]host:port` or `tls://…`, with commas between; user and password are those of the
 *   first, since all servers of a cluster know the same users
 */
export function readServers(
  urls: string,
  credentials: BusCredentials = {},
): { readonly hosts: string; readonly user: string; readonly options: ConnectionOptions } {
  const servers = urls.split(',').map((url) => new URL(url));
  const [first] = servers;
  const user = decodeURIComponent(first?.username ?? '');
  const password = decodeURIComponent(first?.password ?? '');
  return {
    hosts: servers.map(({ host }) => host).join(', '),
    user,
    options: {
      servers: servers.map(({ host }) => host),
      ...tlsOf(first?.protocol === 'tls:', credentials),
      ...loginOf(user, password, credentials),
    },
  };
}

function loginOf(
  user: string,
  password: string,
  { passwordFile }: BusCredentials,
): Partial<ConnectionOptions> {
  if (!user) return {};
  const inboxPrefix = inboxPrefixOf(user);
  if (passwordFile) {
    const readPassword = () => readFileSync(passwordFile, 'utf8').trim();
    return { authenticator: usernamePasswordAuthenticator(user, readPassword), inboxPrefix };
  }
  return password ? { user, pass: password, inboxPrefix } : { token: user };
}

/** The one prefix that the server lets a user subscribe to for its replies; as in the contracts' table of users. */
const inboxPrefixOf = (user: string) => `_INBOX_${user.replace(/[^\w-]/g, '_')}`;

function tlsOf(isAsked: boolean, { tls }: BusCredentials): Partial<ConnectionOptions> {
  const { caFile = null, certFile = null, keyFile = null } = tls ?? {};
  if (!isAsked && !caFile) return {};
  return {
    tls: {
      ...(caFile ? { caFile } : {}),
      ...(certFile ? { certFile } : {}),
      ...(keyFile ? { keyFile } : {}),
    },
  };
}
