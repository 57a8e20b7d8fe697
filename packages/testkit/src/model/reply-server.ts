import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer with a status that is a failure, with bytes that are no answer, none at all, or one that breaks off. */
export type BadReply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly raw: string; readonly contentType?: string }
  | { readonly silence: true }
  | { readonly breakOff: true };

/** An answer of the protocol, perhaps late. */
interface GoodReply {
  readonly body: string;
  readonly contentType: string;
  readonly afterMs: number;
}

export interface ReplyServer<Request, Reply> {
  /** To be configured as the base URL. */
  readonly url: string;
  readonly requests: Request[];
  /** Decides how the next requests are answered; `count` is from 0, over all of them. */
  readonly onRequest: (reply: (request: Request, count: number) => Reply) => void;
  readonly dispose: () => Promise<void>;
}

/** The parts of a request that every kind of server records. */
export interface RequestHead {
  readonly headers: IncomingMessage['headers'];
  readonly path: string;
}

export interface Protocol<Request, Reply> {
  /** Takes the head and the whole body of a request. */
  readonly read: (head: RequestHead, body: Buffer) => Promise<Request>;
  readonly write: (reply: Exclude<Reply, BadReply>) => GoodReply;
}

const requestBytesMax = 30_000_000;

/** A server on loopback that speaks a model endpoint's protocol, as well or badly as a test wants. */
export async function startReplyServer<Request, Reply extends object>(
  protocol: Protocol<Request, Reply>,
): Promise<ReplyServer<Request, Reply | BadReply>> {
  const requests: Request[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let reply: (request: Request, count: number) => Reply | BadReply = () => ({ status: 500 });
  const server = createServer(async (incoming, response) => {
    const head = { headers: incoming.headers, path: incoming.url ?? '' };
    const request = await protocol.read(head, await bodyOf(incoming));
    const answer = reply(request, requests.push(request) - 1);
    if (isBad(answer)) return sendBad(response, answer);
    const { body, contentType, afterMs } = protocol.write(answer as Exclude<Reply, BadReply>);
    const timer = setTimeout(() => {
      timers.delete(timer);
      response.writeHead(200, { 'content-type': contentType }).end(body);
    }, afterMs);
    timers.add(timer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    onRequest(next) {
      reply = next;
    },
    async dispose() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes > requestBytesMax) throw new Error('the request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const badKeys = ['status', 'raw', 'silence', 'breakOff'];

const isBad = (reply: object): reply is BadReply => badKeys.some((key) => key in reply);

function sendBad(response: ServerResponse, answer: BadReply): void {
  if ('silence' in answer) return;
  if ('breakOff' in answer) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"choices": [{"message"');
    response.destroy();
  } else if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end('{"error": {"message": "no"}}');
  } else {
    response.writeHead(200, { 'content-type': answer.contentType ?? 'application/json' }).end(answer.raw);
  }
}
