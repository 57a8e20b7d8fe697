import {
  batchRequests,
  billingRequests,
  exportRequests,
  gatewayRequests,
  imageRequests,
  mainSite,
  noticeRequests,
  type RecordCursor,
  reportRequests,
  type Scope,
  siteIds,
  textRequests,
  videoRequests,
  type WordCursor,
  webhookRequests,
  wordRequests,
} from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { ask } from '../ask.ts';
import { readAgain } from './read-again.ts';

/** Read at the same time, of records of one page. */
const recordsAtOnce = 8;
const ledgerPage = 1_000;

/** Yields the scopes of an account: its own on every site, and those of its end tenants. */
export async function* scopesOf(bus: Bus, accountId: string): AsyncGenerator<Scope> {
  for (const siteId of siteIds) yield { accountId, siteId, tenantId: '' };
  for await (const { siteId, tenantId } of tenantsOf(bus, accountId)) yield { accountId, siteId, tenantId };
}

/** Yields the end tenants of an account that have data, or had. */
export async function* tenantsOf(bus: Bus, accountId: string) {
  let after: { siteId: string; tenantId: string } | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(after);
    yield* page.scopes;
    const last = page.scopes.at(-1);
    if (!page.hasMore || !last) return;
    after = { siteId: last.siteId, tenantId: last.tenantId };
  }
  function pageAfter(cursor: typeof after) {
    return readAgain(bus, gatewayRequests.scopeList, { accountId, after: cursor });
  }
}

const reads = {
  text: textRequests.get,
  image: imageRequests.get,
  video: videoRequests.get,
  batch: batchRequests.get,
} as const;
export type RecordKind = keyof typeof reads;

/** Yields pages of ids of one kind of records in a scope, newest first. */
async function* idPages(bus: Bus, kind: RecordKind, scope: Scope): AsyncGenerator<readonly string[]> {
  let after: RecordCursor | null = null;
  do {
    const page: { ids: string[]; next: RecordCursor | null } = await readAgain(bus, exportRequests[kind], {
      scope,
      after,
    });
    yield page.ids;
    after = page.next;
  } while (after !== null);
}

/** Runs a read over the ids of a scope, some at a time, and yields what was found in their order. */
async function* overIds<T>(
  pages: AsyncIterable<readonly string[]>,
  read: (id: string) => Promise<T | undefined>,
): AsyncGenerator<T> {
  for await (const ids of pages) {
    for (let first = 0; first < ids.length; first += recordsAtOnce) {
      const found = await Promise.all(ids.slice(first, first + recordsAtOnce).map(read));
      for (const one of found) if (one !== undefined) yield one;
    }
  }
}

const placeOf = ({ siteId, tenantId }: Scope) => ({ site: siteId, tenant: tenantId });

/** Yields the records of one kind as the API renders them; one that is deleted meanwhile is left out. */
export async function* recordsOf(bus: Bus, accountId: string, kind: RecordKind): AsyncGenerator<object> {
  for await (const scope of scopesOf(bus, accountId)) {
    yield* overIds(idPages(bus, kind, scope), async (id) => {
      const answer = await readAgain(bus, reads[kind] as typeof textRequests.get, { scope, id });
      return answer.outcome === 'found' ? { ...placeOf(scope), record: answer.record } : undefined;
    });
  }
}

/** Yields the newest finished report of each video check of the main site. */
export async function* reportsOf(bus: Bus, accountId: string): AsyncGenerator<object> {
  for await (const scope of scopesOf(bus, accountId)) {
    if (scope.siteId !== mainSite.id) continue;
    yield* overIds(idPages(bus, 'video', scope), async (videoCheckId) => {
      const answer = await readAgain(bus, reportRequests.latest, { scope, videoCheckId });
      const report = answer.outcome === 'found' ? answer.report : null;
      return report ? { ...placeOf(scope), record: report } : undefined;
    });
  }
}

/** Yields the custom words. */
export async function* wordsOf(bus: Bus, accountId: string): AsyncGenerator<object> {
  for await (const scope of scopesOf(bus, accountId)) {
    let after: WordCursor | null = null;
    do {
      const page: { words: object[]; next: WordCursor | null } = await readAgain(bus, wordRequests.list, {
        scope,
        after,
      });
      for (const word of page.words) yield { ...placeOf(scope), word };
      after = page.next;
    } while (after !== null);
  }
}

/** Yields the webhook endpoints, without their secrets. */
export async function* webhookEndpointsOf(bus: Bus, accountId: string): AsyncGenerator<object> {
  for await (const scope of scopesOf(bus, accountId)) {
    const { endpoints } = await readAgain(bus, webhookRequests.list, { scope });
    for (const endpoint of endpoints) yield { ...placeOf(scope), endpoint };
  }
}

/** Yields the settings of each scope: whether words apply, and the notices that it has dismissed. */
export async function* settingsOf(bus: Bus, accountId: string): AsyncGenerator<object> {
  for await (const scope of scopesOf(bus, accountId)) {
    const [account, own, { keys }] = await Promise.all([
      readAgain(bus, wordRequests.readSwitch, { scope, of: 'account' }),
      readAgain(bus, wordRequests.readSwitch, { scope, of: 'scope' }),
      readAgain(bus, noticeRequests.dismissals, { scope }),
    ]);
    const wordsApply = { inTheWholeAccount: account.enabled, inThisScope: own.enabled };
    yield { ...placeOf(scope), wordsApply, dismissedNotices: keys };
  }
}

/** Yields the keys, without what lets anybody in. */
export async function* keysOf(bus: Bus, accountId: string): AsyncGenerator<object> {
  yield* (await readAgain(bus, gatewayRequests.keyList, { accountId })).keys;
}

/** Yields the charges with their lines, newest first. */
export async function* chargesOf(bus: Bus, accountId: string): AsyncGenerator<object> {
  let before: string | null = null;
  for (;;) {
    const page: { charges: { operationId: string }[]; hasMore: boolean } = await ask(
      bus,
      billingRequests.chargesList,
      { accountId, limit: ledgerPage, before },
    );
    yield* page.charges;
    before = page.charges.at(-1)?.operationId ?? null;
    if (!page.hasMore || before === null) return;
  }
}

/** Yields the credits that were granted, oldest first. */
export async function* grantsOf(bus: Bus, accountId: string): AsyncGenerator<object> {
  let after: string | null = null;
  for (;;) {
    const page: { grants: { grantId: string }[]; hasMore: boolean } = await ask(
      bus,
      billingRequests.grantsList,
      {
        accountId,
        limit: ledgerPage,
        after,
      },
    );
    yield* page.grants;
    after = page.grants.at(-1)?.grantId ?? null;
    if (!page.hasMore || after === null) return;
  }
}

/** Yields plan, credits and usage of this month, on each site. */
export async function* sitesOf(bus: Bus, accountId: string): AsyncGenerator<object> {
  for (const siteId of siteIds) {
    const answer = await readAgain(bus, billingRequests.account, { accountId, siteId });
    if (answer.outcome === 'found') yield { site: siteId, ...answer.facts };
  }
}
