import type { SiteId } from '@redline/client';
import { queryOptions } from '@tanstack/react-query';
import { readStatement, type StatementEntry } from './credits.ts';

const pageSize = 200;
/** The most pages that are read; where more entries fall into the time, the plot begins later and says so. */
const pagesMax = 10;

/** Entries of a time. */
export interface RecentEntries {
  readonly entries: readonly StatementEntry[];
  /** Whether they are all that there are since then. */
  readonly isWhole: boolean;
}

/** The entries of a site since a day, for a plot. */
export const recentEntriesQuery = (site: SiteId, since: Date) =>
  queryOptions({
    queryKey: ['statement', site, 'since', since.toISOString()],
    queryFn: ({ signal }) => readSince(site, since, signal),
  });

async function readSince(site: SiteId, since: Date, signal: AbortSignal): Promise<RecentEntries> {
  const entries: StatementEntry[] = [];
  let before: string | null = null;
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await readStatement(site, pageSize, before, signal);
    entries.push(...page.entries);
    const oldest = page.entries.at(-1);
    if (!page.hasMore || !oldest || new Date(oldest.at) < since) return { entries, isWhole: true };
    before = page.next;
  }
  return { entries, isWhole: false };
}
