import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateClass, rateClassOf } from '../domain/rate-class.ts';
import type { RateCounter } from '../store/rate-counter.ts';

export interface RateLimitOptions {
  readonly counter: RateCounter;
  /** Maximum requests in a window, by class. */
  readonly limits: Readonly<Record<RateClass, number>>;
  readonly windowMs: number;
}

/** Counts a request for its caller and sets the rate headers; returns the seconds to wait if it is above the limit. */
export type CountRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  callerName: string,
) => Promise<number | undefined>;

const callerNames = new WeakMap<FastifyRequest, string>();

/**
 * Sets @fastify/rate-limit up over a counter that all replicas share. The admission hook calls it, since the count
 * depends on the key, and a 404 counts too.
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
    keyGenerator: (request) => bucketOf(callerNames.get(request) ?? '', classOf(request)),
    store: storeOver(counter),
  });
  const limiter = app.createRateLimit();
  return async (request, reply, callerName) => {
    callerNames.set(request, callerName);
    const counted = await limiter(request);
    if (counted.isAllowed) return undefined;
    reply.header('x-ratelimit-limit', counted.max);
    reply.header('x-ratelimit-remaining', counted.remaining);
    reply.header('x-ratelimit-reset', counted.ttlInSeconds);
    return counted.isExceeded ? counted.ttlInSeconds : undefined;
  };
}

/** Counts input that never became a request, by address; its class is that of all methods but GET and POST. */
export function createUnparsedCount({ counter, limits }: RateLimitOptions) {
  return async (callerName: string): Promise<Record<string, string>> => {
    const rateClass: RateClass = 'configuration';
    const { count, resetMs } = await counter.increment(bucketOf(callerName, rateClass));
    return {
      'x-ratelimit-limit': String(limits[rateClass]),
      'x-ratelimit-remaining': String(Math.max(0, limits[rateClass] - count)),
      'x-ratelimit-reset': String(Math.ceil(resetMs / 1000)),
    };
  };
}

const bucketOf = (callerName: string, rateClass: RateClass) => `${callerName} ${rateClass}`;

/** Returns the undecoded path, without query. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

/**
 * Returns the route of a request, or its path if there is none. The router decodes paths, so many paths have one route.
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
