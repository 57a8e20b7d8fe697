import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '@redline/service-kit/bus';
import { isDatabaseUnavailable } from '@redline/service-kit/db';
import type { Logger } from '@redline/service-kit/log';
import type { Deps } from '../deps.ts';
import { type Claimed, type ClaimOptions, claimDeliveries } from '../store/claim-deliveries.ts';
import { deliver } from './deliver.ts';

export interface DeliveryLimits {
  /** Attempts at the same time in this process. */
  readonly concurrency: number;
  /** Of them, to one endpoint. */
  readonly ofEndpoint: number;
  /** How long a delivery is held that a process has taken. */
  readonly leaseMs: number;
  /** How often it looks without being woken. */
  readonly pollMs: number;
  /** How long a stop waits for attempts under way before it breaks them off. */
  readonly stopTimeoutMs: number;
}

export interface Deliveries extends Running {
  /** To be called after a commit that queued a delivery. Never waits; cheap to call often. */
  readonly wake: () => void;
}

/** Wakes that come together are one; a look takes some milliseconds. */
const lingerMs = 10;
/** Part of all attempts that endpoints may take that have failed for a while, each with one at a time. */
const failingShare = 4;

/**
 * Takes deliveries that are due and attempts them, until it is stopped. One endpoint that is slow holds only its own part
 * of the attempts, and those that fail for a while only a quarter.
 */
export function startDeliveries(deps: Deps, limits: DeliveryLimits, log: Logger): Deliveries {
  const { concurrency, ofEndpoint, leaseMs, pollMs, stopTimeoutMs } = limits;
  const ofEach = Math.max(1, Math.floor(ofEndpoint / 2));
  const breakingOff = new AbortController();
  const running = new Map<Promise<void>, { readonly endpointId: string; readonly ofFailing: boolean }>();
  const rest = createRest();
  let isStopping = false;
  let failingLookedMs = Number.NEGATIVE_INFINITY;

  const countOf = (which: (one: { readonly endpointId: string; readonly ofFailing: boolean }) => boolean) =>
    [...running.values()].filter(which).length;

  /** Endpoints of which so many attempts are under way. */
  const busyFrom = (count: number): readonly string[] => {
    const counts = new Map<string, number>();
    for (const { endpointId } of running.values()) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
    return [...counts].flatMap(([endpointId, under]) => (under >= count ? [endpointId] : []));
  };

  const begin = (claimed: Claimed, ofFailing: boolean) => {
    const ended = deliver(deps, claimed, breakingOff.signal, log)
      // It is due again after its lease.
      .catch((error: unknown) =>
        log.error({ err: error, deliveryId: claimed.id }, 'an attempt was not written'),
      )
      .finally(() => {
        running.delete(ended);
        rest.wake();
      });
    running.set(ended, { endpointId: claimed.endpointId, ofFailing });
  };

  const take = async (options: Pick<ClaimOptions, 'limit' | 'ofEach' | 'busy' | 'ofFailing'>) => {
    if (options.limit <= 0 || isStopping) return 0;
    const claimed = await claimDeliveries(deps.db, { now: deps.now(), leaseMs, ...options });
    for (const one of claimed) begin(one, options.ofFailing);
    return claimed.length;
  };

  const turn = async (): Promise<void> => {
    for (let taken = 1; taken > 0 && !isStopping; ) {
      taken = await take({
        limit: concurrency - running.size,
        ofEach,
        busy: busyFrom(ofEndpoint - ofEach + 1),
        ofFailing: false,
      });
      // Nobody waits for these, and it is a look more.
      if (performance.now() - failingLookedMs < pollMs) continue;
      failingLookedMs = performance.now();
      const share = Math.ceil(concurrency / failingShare) - countOf(({ ofFailing }) => ofFailing);
      const limit = Math.min(concurrency - running.size, share);
      taken += await take({ limit, ofEach: 1, busy: busyFrom(1), ofFailing: true });
    }
  };

  const run = async () => {
    while (!isStopping) {
      await turn().catch((error: unknown) => {
        const isAway = isDatabaseUnavailable(error);
        log[isAway ? 'warn' : 'error']({ err: error }, 'deliveries could not be taken');
      });
      await rest.until(pollMs, lingerMs);
    }
  };
  const ended = run();
  return {
    wake: rest.wake,
    async stop() {
      isStopping = true;
      rest.wake();
      await ended;
      const timer = setTimeout(() => breakingOff.abort(), stopTimeoutMs);
      await Promise.all(running.keys());
      clearTimeout(timer);
    },
  };
}

/** Creates a rest that a wake ends, also one that came before it began. */
function createRest() {
  let isWoken = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      isWoken = true;
      end?.();
    },
    async until(timeoutMs: number, atLeastMs: number): Promise<void> {
      await sleep(atLeastMs);
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        end = undefined;
      }
      isWoken = false;
    },
  };
}
