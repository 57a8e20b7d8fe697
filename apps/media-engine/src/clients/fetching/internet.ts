import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { isPublicAddress } from './public-address.ts';
import { SourceError } from './source-error.ts';
import { privateAddress } from './source-url.ts';

export interface Target {
  readonly address: string;
  readonly port: number;
}

/** The network that connections use. Tests pass their own; no setting of a deployment opens a private address. */
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
const connectionsPerHostMax = 16;

type Connected = Parameters<buildConnector.connector>[1];

/**
 * Creates a dispatcher that connects to public addresses only. Each connection resolves its name once, refuses it unless
 * every address is public, and passes one of those addresses to the socket: the name is not resolved again between check
 * and use.
 * @returns undici's dispatcher; connecting elsewhere fails with a SourceError
 */
export function createPublicAgent({ resolve, dial }: Internet): Dispatcher {
  const connector = buildConnector({ timeout: connectMs, allowH2: false });
  const connectTo = (options: buildConnector.Options, address: string) =>
    new Promise<Parameters<Connected>[1]>((done, failed) => {
      const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
      const target = dial({ address, port });
      const servername = isIP(options.hostname) === 0 ? options.hostname : undefined;
      connector(
        {
          ...options,
          ...(servername ? { servername } : {}),
          hostname: target.address,
          port: `${target.port}`,
        },
        (error, socket) => (error ? failed(error) : done(socket)),
      );
    });
  const connect = async (options: buildConnector.Options) => {
    const addresses = await checked(options.hostname, resolve);
    let last: unknown;
    for (const address of addresses.slice(0, addressesTriedMax)) {
      try {
        return await connectTo(options, address);
      } catch (error) {
        last = error;
      }
    }
    throw last;
  };
  return new Agent({
    connections: connectionsPerHostMax,
    pipelining: 1,
    keepAliveTimeout: 1_000,
    connect: (options, callback) => {
      connect(options).then(
        (socket) => (callback as (error: null, socket: unknown) => void)(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });
}

async function checked(hostname: string, resolve: Internet['resolve']): Promise<readonly string[]> {
  const addresses = isIP(hostname) === 0 ? await inTime(resolve(hostname)) : [hostname];
  if (addresses.length === 0) throw new SourceError('unreachable', 'the host of the URL has no address');
  if (!addresses.every(isPublicAddress)) throw privateAddress();
  return addresses;
}

/** Limits the time of a look-up: the resolver of the system waits as long as it is configured to. */
async function inTime(resolving: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new SourceError('unreachable', 'the host of the URL could not be looked up in time')),
      resolveMs,
    );
  });
  try {
    return await Promise.race([resolving, late]);
  } finally {
    clearTimeout(timer);
  }
}
