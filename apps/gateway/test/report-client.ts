import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** One server-sent event as a client reads it. */
export interface Received {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

export interface WatchedReport {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** So far. */
  readonly events: Received[];
  /** Comment lines so far. */
  comments: number;
  /** The body, where it is no stream. */
  readonly body: () => { readonly error: string; readonly code: string };
  /** Resolves when the stream has ended; false when its connection broke off before. */
  readonly ended: Promise<boolean>;
  readonly leave: () => void;
}

/** Asks for a report over a socket, and reads what comes. */
export function watchReport(
  http: FastifyInstance,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<WatchedReport> {
  const { port } = http.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<WatchedReport>();
  const asking: ClientRequest = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
    let text = '';
    const ended = Promise.withResolvers<boolean>();
    const watched: WatchedReport = {
      status: response.statusCode ?? 0,
      headers: response.headers,
      events: [],
      comments: 0,
      body: () => JSON.parse(text),
      ended: ended.promise,
      leave: () => asking.destroy(),
    };
    response.setEncoding('utf8');
    response.on('data', (piece: string) => {
      text += piece;
      if (watched.status !== 200) return;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith(':')) watched.comments += 1;
        else watched.events.push(readEvent(block));
      }
    });
    response.on('error', () => undefined);
    response.on('close', () => ended.resolve(response.complete));
    resolve(watched);
  });
  asking.on('error', reject);
  asking.end();
  return promise;
}

function readEvent(block: string): Received {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { id: fields.id ?? '', event: fields.event ?? '', data: JSON.parse(fields.data ?? 'null') };
}
