import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateClass, rateClassOf } from '../domain/rate-class.ts';
import type { RateCounter } from '../store/rate-counter.ts';

export interface RateLimitOptions {
  readonly counter: RateCounter;
  /** Requests in a window, by class. */
  readonly limits: Readonly<Record<RateClass, number>>;
  readonly windowMs: number;
}

/** Counts a request for whom it is, and sets the rate headers; gives the seconds to wait when it is one too many. */
export type CountRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  whom: string,
) => Promise<number | undefined>;

const whoms = new WeakMap<FastifyRequest, string>();

/**
 * Sets @fastify/rate-limit up over a counter that all replicas share. It is called by the admission hook and not hooked
 * in by itself: what is counted depends on the key, and a 404 counts like everything else.
 */
export async function createCountRequest(
  app: FastifyInstance,
  options: RateLimitOptions,
): Promise<CountRequest> {
  const { counter, limits, windowMs } = options;
  const classOf = (request: FastifyRequest) => rateClassOf(request.method, routeOf(request));
  await app.register(rateLimit, {
    global: false,
    timeWindow: windowMs,
    max: (request) => limits[classOf(request)],
    keyGenerator: (request) => bucketOf(whoms.get(request) ?? '', classOf(request)),
    store: storeOver(counter),
  });
  const limiter = app.createRateLimit();
  return async (request, reply, whom) => {
    whoms.set(request, whom);
    const counted = await limiter(request);
    if (counted.isAllowed) return undefined;
    reply.header('x-ratelimit-limit', counted.max);
    reply.header('x-ratelimit-remaining', counted.remaining);
    reply.header('x-ratelimit-reset', counted.ttlInSeconds);
    return counted.isExceeded ? counted.ttlInSeconds : undefined;
  };
}

/** The same count for what never became a request, for its address; the class is that of anything but a GET or POST. */
export function createUnparsedCount({ counter, limits }: RateLimitOptions) {
  return async (whom: string): Promise<Record<string, string>> => {
    const rateClass: RateClass = 'configuration';
    const { count, resetMs } = await counter.increment(bucketOf(whom, rateClass));
    return {
      'x-ratelimit-limit': String(limits[rateClass]),
      'x-ratelimit-remaining': String(Math.max(0, limits[rateClass] - count)),
      'x-ratelimit-reset': String(Math.ceil(resetMs / 1000)),
    };
  };
}

const bucketOf = (whom: string, rateClass: RateClass) => `${whom} ${rateClass}`;

/** The path as it came, without query. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

/**
 * The route that takes a request: the router decodes paths, so one route has many. The path where there is no route.
 */
export const routeOf = (request: FastifyRequest): string => request.routeOptions?.url ?? pathOf(request);

function storeOver(counter: RateCounter) {
  return class SharedStore {
    incr(
      bucket: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
    ): void {
      void counter
        .increment(bucket)
        .then(({ count, resetMs }) => done(null, { current: count, ttl: resetMs }));
    }

    child(): SharedStore {
      return this;
    }
  };
}
