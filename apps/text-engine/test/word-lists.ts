import type { Scope } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { sql } from 'kysely';
import { wordHandlers } from '../src/handlers/words.ts';
import type { Db } from '../src/store/tables.ts';
import { requestContext } from './engine.ts';

type Handlers = ReturnType<typeof wordHandlers>;
type Item = { readonly keyword: string; readonly replacement?: string | null; readonly note?: string | null };
type Word = Parameters<Handlers['create']>[0]['word'];

/** Word lists as the gateway works with them, for one database. */
export function openWordLists(db: Db, bus: Bus) {
  const handlers = wordHandlers({ db, bus });
  const ask = <K extends keyof Handlers>(name: K, request: Parameters<Handlers[K]>[0]) =>
    (handlers[name] as (request: unknown, context: unknown) => ReturnType<Handlers[K]>)(
      request,
      requestContext(),
    );
  const add = (
    scope: Scope,
    keyword: string,
    changes: Partial<Word> & { readonly wordLimit?: number } = {},
  ) => {
    const { wordLimit = 20_000, ...rest } = changes;
    const flag = { replacement: null, note: null, enabled: true } as const;
    const word: Word = { keyword, matchType: 'keyword', library: 'general', ...flag, ...rest };
    return ask('create', { scope, wordLimit, word });
  };
  return {
    ask,
    add,
    /** Adds a word that must be taken. */
    async added(...args: Parameters<typeof add>) {
      const answer = await add(...args);
      if (answer.outcome !== 'created') throw new Error(answer.outcome);
      return answer.word;
    },
    importAll: (scope: Scope, items: readonly (Item | string)[], wordLimit = 20_000) =>
      ask('import', {
        scope,
        wordLimit,
        library: 'general',
        items: items.map((item) => ({
          replacement: null,
          note: null,
          ...(typeof item === 'string' ? { keyword: item } : item),
        })),
      }),
    /** All words of a scope, as many pages as it takes. */
    async all(scope: Scope) {
      const pages = [await ask('list', { scope, after: null })];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
        pages.push(await ask('list', { scope, after: next }));
      }
      return { pages: pages.length, words: pages.flatMap(({ words }) => words) };
    },
    used: async (accountId: string) => (await ask('usage', { accountId })).used,
    /** Counts the words in the table. */
    async stored(accountId: string) {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from custom_words where account_id = ${accountId}`.execute(db);
      return rows[0]?.count;
    },
    /** Words by bucket: as they are counted, and as they are. */
    async buckets(scope: Scope) {
      const { rows } = await sql<{ counted: number; real: number }>`
        select words as counted, (select count(*)::int from custom_words w where w.account_id = b.account_id
          and w.site_id = b.site_id and w.tenant_id = b.tenant_id and w.bucket = b.bucket) as real
        from word_buckets b where account_id = ${scope.accountId} and site_id = ${scope.siteId}
          and tenant_id = ${scope.tenantId} order by bucket`.execute(db);
      return { counted: rows.map(({ counted }) => counted), real: rows.map(({ real }) => real) };
    },
    async scopeRow(scope: Scope) {
      const { rows } = await sql<{ version: number; words: number }>`
        select version, words from word_scopes
        where account_id = ${scope.accountId} and site_id = ${scope.siteId} and tenant_id = ${scope.tenantId}`.execute(
        db,
      );
      return rows[0];
    },
  };
}
