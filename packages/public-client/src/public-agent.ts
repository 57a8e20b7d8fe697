import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { IsInNetworks } from './networks.ts';
import { isPublicAddress } from './public-address.ts';
import { httpsNeeded, PublicUrlError, privateAddress } from './public-url-error.ts';

export interface Target {
  readonly address: string;
  readonly port: number;
}

/** The network that connections use. Tests pass their own. */
export interface Internet {
  /** Returns every address of a name, preferred ones first. Rejects if there is none. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  /** Returns the target that the socket connects to, for one that was checked. */
  readonly dial: (target: Target) => Target;
}

/** The network of this machine. */
export const internet: Internet = {
  async resolve(hostname) {
    const found = await lookup(hostname, { all: true });
    return found.map(({ address }) => address);
  },
  dial: (target) => target,
};

const connectMs = 5_000;
const resolveMs = 5_000;
/** Limit of addresses that are tried for a name. */
const addressesTriedMax = 3;
const connectionsMaxOfHost = 16;

type Connected = Parameters<buildConnector.connector>[1];

/** Addresses that may be connected to beside public ones; none where it is left out. */
interface Exceptions {
  readonly isInNetworks?: IsInNetworks;
}

interface AgentOptions extends Exceptions {
  /** Whether plain HTTP reaches those addresses alone; otherwise it reaches what https does. */
  readonly isHttpPrivate?: boolean;
  /** The maximum of connections to one host and port; 16 if left out. */
  readonly connectionsMax?: number;
}

/**
 * Creates a dispatcher that connects to public addresses only, and to networks that are excepted. Each connection resolves
 * its name once, refuses it unless every address is one of these, and passes one of those addresses to the socket: the name is not resolved again between check
 * and use.
 * @returns undici's dispatcher, which follows no redirects; connecting elsewhere fails with a PublicUrlError
 */
export function createPublicAgent({ resolve, dial }: Internet, options: AgentOptions = {}): Dispatcher {
  const connector = buildConnector({ timeout: connectMs, allowH2: false });
  const connectTo = (asked: buildConnector.Options, target: Target) =>
    new Promise<Parameters<Connected>[1]>((done, failed) => {
      const { address, port } = dial(target);
      const servername = isIP(asked.hostname) === 0 ? asked.hostname : undefined;
      connector(
        { ...asked, ...(servername ? { servername } : {}), hostname: address, port: `${port}` },
        (error, socket) => (error ? failed(error) : done(socket)),
      );
    });
  const connect = async (asked: buildConnector.Options) => {
    const port = Number(asked.port || (asked.protocol === 'https:' ? 443 : 80));
    const addresses = await resolvePublic(asked.hostname, resolve, options);
    const isPlain = asked.protocol === 'http:' && options.isHttpPrivate;
    if (isPlain && !addresses.every((address) => options.isInNetworks?.(address))) throw httpsNeeded();
    let last: unknown;
    for (const address of addresses.slice(0, addressesTriedMax)) {
      try {
        return await connectTo(asked, { address, port });
      } catch (error) {
        last = error;
      }
    }
    throw last;
  };
  return new Agent({
    connections: options.connectionsMax ?? connectionsMaxOfHost,
    pipelining: 1,
    keepAliveTimeout: 1_000,
    connect: (asked, callback) => {
      connect(asked).then(
        (socket) => (callback as (error: null, socket: unknown) => void)(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
}

/**
 * Looks a host up.
 * @param hostname a name, or an address without brackets
 * @returns its addresses, all of them public or in the excepted networks
 * @throws PublicUrlError `address` if one of them is not, `unreachable` if there is none
 */
export async function resolvePublic(
  hostname: string,
  resolve: Internet['resolve'],
  { isInNetworks = () => false }: Exceptions = {},
): Promise<readonly string[]> {
  const addresses = isIP(hostname) === 0 ? await inTime(resolve(hostname)) : [hostname];
  if (addresses.length === 0) throw new PublicUrlError('unreachable', 'the host of the URL has no address');
  if (!addresses.every((address) => isPublicAddress(address) || isInNetworks(address)))
    throw privateAddress();
  return addresses;
}

/** Limits the time of a look-up: the resolver of the system waits as long as it is configured to. */
async function inTime(resolving: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PublicUrlError('unreachable', 'the host of the URL could not be looked up in time')),
      resolveMs,
    );
  });
  try {
    return await Promise.race([resolving, late]);
  } finally {
    clearTimeout(timer);
  }
}
