import autocannon from 'autocannon';

interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Called for each request. */
  readonly request: () => Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>;
  /** Called with the body of each 2xx answer. */
  readonly onBody?: (body: string) => void;
}

interface Rates {
  readonly perSecond: number;
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends requests over a number of connections, each the next one after an answer.
 * @returns 2xx answers per second
 * @throws Error for any other answer: a benchmark of errors is meaningless
 */
export async function load(options: Load): Promise<Rates> {
  const started = performance.now();
  const result = await autocannon({
    url: options.url,
    connections: options.connections,
    duration: options.seconds,
    timeout: 20,
    requests: [
      {
        setupRequest: (request) => ({ ...request, ...options.request() }),
        ...(options.onBody && { onResponse: (_status: number, body: string) => options.onBody?.(body) }),
      },
    ],
  });
  const tookMs = performance.now() - started;
  if (result.non2xx || result.errors || result.timeouts) {
    throw new Error(
      `${result.non2xx} answers were not 2xx, ${result.errors} requests failed, ${result.timeouts} timed out`,
    );
  }
  return {
    perSecond: result['2xx'] / (tookMs / 1_000),
    count: result['2xx'],
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
