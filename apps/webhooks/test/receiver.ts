import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A webhook that was received. */
export interface Received {
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a receiver answers; never, for `hang`. */
export type Answer = { readonly status: number; readonly headers?: Record<string, string> } | 'hang';

export interface Receiver {
  readonly port: number;
  readonly urlOf: (path: string) => string;
  /** All that were received at a path, in their order. */
  readonly at: (path: string) => readonly Received[];
  readonly answerWith: (path: string, answer: (received: Received, count: number) => Answer) => void;
  readonly close: () => Promise<void>;
}

/** Starts a receiver of webhooks on loopback, which accepts what nobody has said otherwise of. */
export async function startReceiver(): Promise<Receiver> {
  const received = new Map<string, Received[]>();
  const answers = new Map<string, (received: Received, count: number) => Answer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '/';
      const { headers } = request;
      const one = {
        path,
        id: String(headers['webhook-id']),
        headers,
        body: Buffer.concat(chunks).toString(),
      };
      const all = received.get(path) ?? [];
      received.set(path, all);
      all.push(one);
      const answer = answers.get(path)?.(one, all.length) ?? { status: 204 };
      if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end('said');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    urlOf: (path) => `http://127.0.0.1:${port}${path}`,
    at: (path) => received.get(path) ?? [],
    answerWith: (path, answer) => answers.set(path, answer),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Tells whether a secret verifies what was received. */
export function isSignedBy(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
