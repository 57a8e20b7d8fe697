import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut and mended, as a network does it. */
export interface Severable {
  readonly url: string;
  /** Breaks every connection and refuses new ones. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/**
 * A forwarder on loopback in front of a server.
 * @param target URL with host and port; the result has the same with another port
 */
export async function severable(target: string): Promise<Severable> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => resolve());
    });
  await listen(0);
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const cut = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { url: url.href, cut, mend: () => listen(address.port), dispose: cut };
}
