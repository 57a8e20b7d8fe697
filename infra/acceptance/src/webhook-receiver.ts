import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { time } from './shapes.ts';

/** A request that came to a receiver. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: WebhookEvent;
}

/** An endpoint of a customer, on loopback. */
export interface Receiver {
  readonly url: string;
  /** What came, in the order in which it came. */
  readonly received: readonly Received[];
  /** Waits for the first request that fits. @throws Error if none comes within 30 s */
  readonly wait: (fits: (request: Received) => boolean) => Promise<Received>;
  readonly close: () => Promise<void>;
}

/** The body of a webhook, as the guide has it. */
const eventSchema = z.strictObject({
  type: z.enum([
    'check.completed',
    'check.failed',
    'batch.completed',
    'report.completed',
    'credits.low',
    'endpoint.test',
  ]),
  timestamp: time,
  data: z
    .object({
      id: z.string(),
      kind: z.string(),
      site: z.enum(['us', 'id', 'main']),
      tenant: z.string().nullable(),
      mode: z.enum(['live', 'test']),
      links: z.strictObject({ self: z.string().startsWith('/v1/') }),
    })
    .passthrough(),
});
export type WebhookEvent = z.infer<typeof eventSchema>;

const waitMs = 30_000;
const bodyBytesMax = 1_000_000;

/**
 * Starts a receiver.
 * @param answer the status for each request, by how many have come before it; 204 when left out
 */
export async function startReceiver(
  answer: (request: Received, before: number) => number = () => 204,
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request) {
      bytes += (chunk as Buffer).length;
      if (bytes > bodyBytesMax) return void request.destroy();
      chunks.push(chunk as Buffer);
    }
    const body = Buffer.concat(chunks).toString();
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      event: eventSchema.parse(JSON.parse(body)),
    };
    const status = answer(one, received.length);
    received.push(one);
    response.writeHead(status).end(status < 300 ? '' : 'not now');
    for (const look of waiting) look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/redline`,
    received,
    wait: (fits) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          const came = received.map(({ event }) => `${event.type} ${event.data.id}`).join(', ');
          reject(new Error(`nothing that fits came within ${waitMs} ms, but: ${came || 'nothing'}`));
        }, waitMs);
        const look = () => {
          const found = received.find(fits);
          if (!found) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the signatures that a secret makes for a request, as the Standard Webhooks specification has it. */
export function signatureOf({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** Returns the signatures that a request has. */
export const signaturesIn = ({ headers }: Received): readonly string[] =>
  String(headers['webhook-signature']).split(' ');
