import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** The answer to one request, or why there was none. */
export interface Answer {
  /** A status, or the code of what went wrong: `timeout`, `ECONNRESET` … */
  readonly status: number | string;
  /** The body as it came; empty without one. */
  readonly body: string;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  /** With the prefix of its site. */
  readonly path: string;
  readonly key: string;
  readonly body?: object;
  /** 15 s when left out. */
  readonly timeoutMs?: number;
}

export interface Client {
  /** Sends a request and reads its answer to the end; it never throws. */
  readonly send: (call: Call) => Promise<Answer>;
  /** Requests that wait for their answers. */
  readonly inFlight: () => number;
  readonly close: () => void;
}

const usualTimeoutMs = 15_000;
/** Bytes of an answer: the longest are records of 5,000 characters with all their risks. */
const bodyMax = 16 * 2 ** 20;

/**
 * Opens a client that keeps its connections, as programs of customers do, and opens another one where all are busy: a
 * request never waits for a free one.
 */
export function openClient(baseUrl: string): Client {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isTls = protocol === 'https:';
  const options = { keepAlive: true, maxFreeSockets: 256 };
  const agent = isTls ? new HttpsAgent(options) : new HttpAgent(options);
  const open = isTls ? httpsRequest : httpRequest;
  let inFlight = 0;

  const sendOnce = ({ method, path, key, body, timeoutMs = usualTimeoutMs }: Call): Promise<Answer> =>
    new Promise((resolve) => {
      const sent = body ? JSON.stringify(body) : undefined;
      const headers = {
        authorization: `Bearer ${key}`,
        ...(sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      };
      const signal = AbortSignal.timeout(timeoutMs);
      const fail = (error: NodeJS.ErrnoException) =>
        resolve({ status: signal.aborted ? 'timeout' : (error.code ?? error.name), body: '' });
      const request = open({ hostname, port, agent, method, path, headers, signal }, (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > bodyMax) response.destroy(new Error('the answer is too long'));
          else parts.push(part);
        });
        response.on('error', fail);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString('utf8') }),
        );
      });
      request.on('error', fail);
      request.end(sent);
    });

  return {
    async send(call) {
      inFlight++;
      try {
        return await sendOnce(call);
      } finally {
        inFlight--;
      }
    },
    inFlight: () => inFlight,
    close: () => agent.destroy(),
  };
}
