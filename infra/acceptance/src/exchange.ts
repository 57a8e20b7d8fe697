import {
  Agent,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  request as startRequest,
} from 'node:http';
import { request as startTlsRequest, Agent as TlsAgent } from 'node:https';

/** One HTTP request, sent without any changes. */
export interface Question {
  /** GET by default. */
  readonly method?: string;
  /** Path and query, sent as they are. */
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  /** Text and bytes are sent as they are; other values as JSON, with its content type. */
  readonly body?: unknown;
  /** The local address to send from. */
  readonly from?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed text; undefined if it is not JSON. */
  readonly body: unknown;
}

/** The timeout: an image is answered within a minute. */
const timeoutMs = 75_000;
const sockets = { keepAlive: true, maxSockets: 24 };
const agents = { http: new Agent(sockets), https: new TlsAgent(sockets) };

/** Sends a request without the corrections that fetch makes to paths, methods and headers. */
export function exchange(origin: string, question: Question): Promise<Answer> {
  const { protocol, hostname, port } = new URL(origin);
  const isTls = protocol === 'https:';
  const { headers, content } = sent(question);
  const options = {
    hostname,
    port,
    agent: isTls ? agents.https : agents.http,
    method: question.method ?? 'GET',
    path: question.path,
    headers,
    timeout: timeoutMs,
    ...(question.from ? { localAddress: question.from } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = (isTls ? startTlsRequest : startRequest)(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const body = jsonOf(text, response.headers);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body });
      });
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    request.on('error', reject);
    request.end(content);
  });
}

function sent({ body, headers = {} }: Question): {
  headers: OutgoingHttpHeaders;
  content: string | Buffer | undefined;
} {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const content = body === undefined || isRaw ? body : JSON.stringify(body);
  const type = body === undefined || isRaw ? {} : { 'content-type': 'application/json' };
  const isMeasured = content !== undefined && headers['transfer-encoding'] === undefined;
  const length = isMeasured ? { 'content-length': Buffer.byteLength(content) } : {};
  return { headers: { ...type, ...length, ...headers }, content };
}

function jsonOf(text: string, headers: IncomingHttpHeaders): unknown {
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  return isJson && text !== '' ? JSON.parse(text) : undefined;
}
