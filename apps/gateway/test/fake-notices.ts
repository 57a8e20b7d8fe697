import { type NoticeHit, noticeRequests, type Scope } from '@redline/contracts';
import { type Bus, type Running, serveAll } from '@redline/service-kit/bus';
import type { z } from 'zod';

/** The requests about notices, and the dismissals of all scopes. */
export interface FakeNotices {
  readonly requests: z.output<(typeof noticeRequests)['find']['request']>[];
  readonly dismissed: Map<string, Set<string>>;
  hits: NoticeHit[];
}

export const createFakeNotices = (): FakeNotices => ({ requests: [], dismissed: new Map(), hits: [] });

const nameOf = ({ accountId, siteId, tenantId }: Scope) => `${accountId} ${siteId} ${tenantId}`;

/** Answers what the gateway asks about notices, over a real bus. */
export function serveNotices(bus: Bus, state: FakeNotices): Running {
  const keysOf = (scope: Scope) => {
    const keys = state.dismissed.get(nameOf(scope)) ?? new Set();
    state.dismissed.set(nameOf(scope), keys);
    return keys;
  };
  return serveAll(
    bus,
    noticeRequests,
    {
      find: async (question) => {
        state.requests.push(question);
        return { hits: state.hits };
      },
      dismiss: async ({ scope, key }) => {
        keysOf(scope).add(key);
        return {};
      },
      restore: async ({ scope, key }) => {
        keysOf(scope).delete(key);
        return {};
      },
      dismissals: async ({ scope }) => ({ keys: [...keysOf(scope)] }),
    },
    { queue: 'text-engine', concurrency: 1_000, stopTimeoutMs: 100 },
  );
}
