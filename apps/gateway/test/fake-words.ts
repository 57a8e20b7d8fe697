import { type Scope, type StoredWord, wordRequests } from '@redline/contracts';
import { type Bus, type Running, serveAll } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';

/** The words of all scopes, as a text engine that does nothing else would have them. */
export interface FakeWords {
  /** By scope, newest first. */
  readonly lists: Map<string, StoredWord[]>;
  readonly switches: Map<string, boolean>;
  /** Sizes of the imports, message by message. */
  readonly imports: number[];
  /** Words of one page of a list. */
  pageSize: number;
  /** The page that is not answered; none if undefined. */
  brokenPage: number | undefined;
}

export const createFakeWords = (): FakeWords => ({
  lists: new Map(),
  switches: new Map(),
  imports: [],
  pageSize: 1_000,
  brokenPage: undefined,
});

const nameOf = ({ accountId, siteId, tenantId }: Scope) => `${accountId} ${siteId} ${tenantId}`;
const at = '2026-11-21T12:00:00.000Z';

/** Answers what the gateway asks about words, over a real bus. */
export function serveWords(bus: Bus, state: FakeWords): Running {
  const listOf = (scope: Scope) => {
    const list = state.lists.get(nameOf(scope)) ?? [];
    state.lists.set(nameOf(scope), list);
    return list;
  };
  const usedBy = (accountId: string) =>
    [...state.lists].reduce(
      (sum, [name, { length }]) => sum + (name.startsWith(`${accountId} `) ? length : 0),
      0,
    );
  const put = (scope: Scope, word: Omit<StoredWord, 'id' | 'createdAt' | 'updatedAt'>) => {
    const stored = { ...word, id: createId('rule'), createdAt: at, updatedAt: at };
    listOf(scope).unshift(stored);
    return stored;
  };
  const has = (scope: Scope, keyword: string) => listOf(scope).some((word) => word.keyword === keyword);
  const switchName = (scope: Scope, of: string) => (of === 'account' ? scope.accountId : nameOf(scope));
  return serveAll(
    bus,
    wordRequests,
    {
      create: async ({ scope, wordLimit, word }) => {
        const used = usedBy(scope.accountId);
        if (has(scope, word.keyword)) return { outcome: 'duplicate' as const };
        if (used >= wordLimit) return { outcome: 'limit_reached' as const, used };
        return { outcome: 'created' as const, word: put(scope, word) };
      },
      import: async ({ scope, library, items }) => {
        state.imports.push(items.length);
        for (const item of items) put(scope, { ...item, library, matchType: 'keyword', enabled: true });
        return { total: items.length, imported: items.length, skippedDuplicate: 0, rejectedQuota: 0 };
      },
      list: async ({ scope, after }) => {
        const list = listOf(scope);
        const from = after ? list.findIndex(({ id }) => id === after.id) + 1 : 0;
        if (state.brokenPage === from / state.pageSize) throw new Error('no page');
        const words = list.slice(from, from + state.pageSize);
        const last = words.at(-1);
        const isLast = !last || from + words.length === list.length;
        return { words, next: isLast ? null : { createdAt: last.createdAt, id: last.id } };
      },
      change: async ({ scope, id, change }) => {
        const word = listOf(scope).find((one) => one.id === id);
        if (!word) return { outcome: 'not_found' as const };
        if (change.keyword !== undefined && has(scope, change.keyword)) {
          return { outcome: 'duplicate' as const };
        }
        return { outcome: 'changed' as const, word: Object.assign(word, change) };
      },
      delete: async ({ scope, id }) => {
        const list = listOf(scope);
        const index = list.findIndex((one) => one.id === id);
        if (index < 0) return { outcome: 'not_found' as const };
        list.splice(index, 1);
        return { outcome: 'deleted' as const };
      },
      usage: async ({ accountId }) => ({ used: usedBy(accountId) }),
      readSwitch: async ({ scope, of }) => ({ enabled: state.switches.get(switchName(scope, of)) ?? true }),
      setSwitch: async ({ scope, of, enabled }) => {
        state.switches.set(switchName(scope, of), enabled);
        return { enabled };
      },
    },
    { queue: 'text-engine', concurrency: 1_000, stopTimeoutMs: 100 },
  );
}
