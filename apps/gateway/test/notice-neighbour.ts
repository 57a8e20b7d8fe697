import { type NoticeHit, noticeRequests, type Scope } from '@redline/contracts';
import { type Bus, type Running, serveAll } from '@redline/service-kit/bus';
import type { z } from 'zod';

/** What was asked about notices, and the dismissals of all scopes. */
export interface NoticeDesk {
  readonly asked: z.output<(typeof noticeRequests)['find']['request']>[];
  readonly dismissed: Map<string, Set<string>>;
  hits: NoticeHit[];
}

export const createNoticeDesk = (): NoticeDesk => ({ asked: [], dismissed: new Map(), hits: [] });

const nameOf = ({ accountId, siteId, tenantId }: Scope) => `${accountId} ${siteId} ${tenantId}`;

/** Answers what the gateway asks about notices, over a real bus. */
export function serveNotices(bus: Bus, desk: NoticeDesk): Running {
  const keysOf = (scope: Scope) => {
    const keys = desk.dismissed.get(nameOf(scope)) ?? new Set();
    desk.dismissed.set(nameOf(scope), keys);
    return keys;
  };
  return serveAll(
    bus,
    noticeRequests,
    {
      find: async (question) => {
        desk.asked.push(question);
        return { hits: desk.hits };
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
