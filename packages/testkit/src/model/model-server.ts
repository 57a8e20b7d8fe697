import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What was asked: the body of a chat completion request, and the headers it came with. */
export interface ModelRequest {
  readonly headers: IncomingMessage['headers'];
  readonly path: string;
  readonly model: string;
  readonly response_format?: { readonly type: string };
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** How the server answers: with what a model says, with a status, with bytes that are no answer, late, or not at all. */
export type ModelReply =
  | { readonly content: string; readonly finishReason?: string; readonly afterMs?: number }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly raw: string }
  | { readonly silence: true }
  | { readonly breakOff: true };

export interface ModelServer {
  /** To be configured as the base URL. */
  readonly url: string;
  readonly requests: ModelRequest[];
  /** Decides how the next requests are answered; `count` is from 0, over all of them. */
  readonly onRequest: (reply: (request: ModelRequest, count: number) => ModelReply) => void;
  readonly dispose: () => Promise<void>;
}

const requestBytesMax = 10_000_000;

/** A server on loopback that speaks the protocol of OpenAI-compatible chat endpoints, as well or badly as a test wants. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let reply: (request: ModelRequest, count: number) => ModelReply = () => ({ status: 500 });
  const server = createServer(async (incoming, response) => {
    const body = JSON.parse(await bodyOf(incoming)) as Omit<ModelRequest, 'headers' | 'path'>;
    const request = { ...body, headers: incoming.headers, path: incoming.url ?? '' };
    const count = requests.push(request) - 1;
    const answer = reply(request, count);
    const afterMs = 'afterMs' in answer ? (answer.afterMs ?? 0) : 0;
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(response, answer);
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

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes > requestBytesMax) throw new Error('the request is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, answer: ModelReply): void {
  if ('silence' in answer) return;
  if ('breakOff' in answer) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"choices": [{"message"');
    response.destroy();
    return;
  }
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end('{"error": {"message": "no"}}');
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  if ('raw' in answer) response.end(answer.raw);
  else {
    const choice = {
      index: 0,
      message: { role: 'assistant', content: answer.content },
      finish_reason: answer.finishReason ?? 'stop',
    };
    response.end(JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', choices: [choice] }));
  }
}
