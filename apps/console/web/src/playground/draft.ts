import type { SiteId } from '@redline/client';
import { siteIds } from '@redline/contracts/sites';

/** What somebody is writing, kept on their device until they sign out. */
export interface Draft {
  readonly text: string;
  /** Platform and the like, by the names of the contract. */
  readonly options: Readonly<Record<string, string | boolean>>;
  /** The check whose text it was. */
  readonly basedOn: string | null;
}

export const emptyDraft: Draft = { text: '', options: {}, basedOn: null };

const draftPrefix = 'redline.draft.';
const siteName = 'redline.site';
const nameOf = (organizationId: string, site: SiteId) => `${draftPrefix}${organizationId}.${site}`;

/** Reads a draft as it was kept; an empty one where there is none, or it cannot be read. */
export function readDraft(organizationId: string, site: SiteId): Draft {
  return parseDraft(withStorage((storage) => storage.getItem(nameOf(organizationId, site))) ?? null);
}

/** Reads what storage has, which an older release or anybody on the device may have written. */
export function parseDraft(json: string | null): Draft {
  if (json === null) return emptyDraft;
  try {
    const kept: Partial<Record<keyof Draft, unknown>> = JSON.parse(json);
    const options = Object.entries(kept.options ?? {}).filter((entry): entry is [string, string | boolean] =>
      ['string', 'boolean'].includes(typeof entry[1]),
    );
    return {
      text: typeof kept.text === 'string' ? kept.text : '',
      options: Object.fromEntries(options),
      basedOn: typeof kept.basedOn === 'string' ? kept.basedOn : null,
    };
  } catch {
    return emptyDraft;
  }
}

/** Keeps a draft, and its site as the one that opens next time. */
export function keepDraft(organizationId: string, site: SiteId, draft: Draft): void {
  withStorage((storage) => {
    storage.setItem(nameOf(organizationId, site), JSON.stringify(draft));
    storage.setItem(siteName, site);
  });
}

/** Forgets all drafts of this device: the next person here must not see them. */
export function forgetDrafts(): void {
  withStorage((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(draftPrefix)) storage.removeItem(name);
  });
}

/** The site that was used last on this device; the first one on a new device. */
export function lastSite(): SiteId {
  const kept = withStorage((storage) => storage.getItem(siteName));
  return siteIds.find((id) => id === kept) ?? siteIds[0];
}

/** Storage may be off, or full: then nothing is kept. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
