import type {
  anyBatchListItem,
  anyBatchRecord,
  anyMainBatchListItem,
  anyMainBatchRecord,
  InternationalSite,
  MainSite,
  Site,
} from '@redline/contracts';
import { failureOf, previewOf } from '@redline/contracts';
import type { z } from 'zod';
import type { BatchState, ItemState } from '../batch.ts';
import type { BatchPlace, SubmittedItem } from '../submitted.ts';

/** The columns of a batch that lists render. */
export interface ListedBatch extends Pick<BatchPlace, 'productVertical' | 'platform' | 'vertical'> {
  readonly id: string;
  readonly status: BatchState['status'];
  readonly name: string;
  readonly texts: number;
  readonly images: number;
  readonly videos: number;
  readonly done: number;
  readonly result: BatchState['result'];
  readonly summary: Readonly<Record<string, number>>;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface StoredItem extends ItemState, SubmittedItem {
  /** Id of the item, not of its check. */
  readonly id: string;
}

export interface StoredBatch extends ListedBatch {
  readonly items: readonly StoredItem[];
}

type Rendered<T extends z.ZodTypeAny> = z.input<T>;

/** Renders a batch for an international site. */
export function renderBatch(
  batch: StoredBatch,
  site: InternationalSite,
  locale: string | undefined,
): Rendered<typeof anyBatchRecord> {
  const { platform, vertical } = batch;
  return {
    ...headOf(batch),
    object: site.objects.batch,
    platform,
    vertical,
    summary: internationalSummary(batch.summary),
    items: batch.items.map((item) => ({
      id: item.id,
      ...itemOf(item, site, locale),
      riskLevel: (item.verdict?.riskLevel ?? null) as Rendered<
        typeof anyBatchRecord
      >['items'][number]['riskLevel'],
      summary: internationalSummary(item.verdict?.summary),
    })),
  };
}

/** Renders a batch in a list of an international site. */
export const renderListedBatch = (
  batch: ListedBatch,
  { objects }: InternationalSite,
): Rendered<typeof anyBatchListItem> => ({
  ...headOf(batch),
  object: objects.batch,
  summary: internationalSummary(batch.summary),
  counts: { texts: batch.texts, images: batch.images, videos: batch.videos },
});

/** Renders a batch for the main site. */
export function renderMainBatch(batch: StoredBatch, site: MainSite): Rendered<typeof anyMainBatchRecord> {
  const { platform, vertical: industryVertical, productVertical } = batch;
  return {
    ...headOf(batch),
    object: site.objects.batch,
    platform,
    industryVertical,
    productVertical: productVertical ?? '',
    summary: mainSummary(batch.summary),
    items: batch.items.map((item) => ({
      ...itemOf(item, site, undefined),
      riskLevel: (item.verdict?.riskLevel ?? null) as Rendered<
        typeof anyMainBatchRecord
      >['items'][number]['riskLevel'],
      summary: mainSummary(item.verdict?.summary),
      preview: previewOf(item.text ?? item.title ?? ''),
    })),
  };
}

/** Renders a batch in a list of the main site. */
export const renderMainListedBatch = (
  batch: ListedBatch,
  { objects }: MainSite,
): Rendered<typeof anyMainBatchListItem> => ({
  ...headOf(batch),
  object: objects.batch,
  summary: mainSummary(batch.summary),
  counts: { text: batch.texts, image: batch.images, video: batch.videos },
});

function headOf(batch: ListedBatch) {
  const { id, name, result, done } = batch;
  const total = batch.texts + batch.images + batch.videos;
  return {
    id,
    name,
    result,
    progress: { total, done, percent: Math.floor((100 * done) / total) },
    // A cancelled batch is deleted too, so it is never rendered.
    status: batch.status === 'cancelled' ? ('failed' as const) : batch.status,
    failure: batch.status === 'failed' ? failureOf('items_failed') : null,
    createdAt: batch.createdAt.toISOString(),
    finishedAt: batch.finishedAt?.toISOString() ?? null,
  };
}

/** Renders the fields of an item that all sites share. A waiting item is rendered as processing. */
function itemOf(item: StoredItem, site: Site, locale: string | undefined) {
  const { kind, checkId, index, verdict } = item;
  const status = item.status === 'waiting' ? ('processing' as const) : item.status;
  // Items that failed before failures were stored have none.
  const failure = status === 'failed' ? (item.failure ?? failureOf(null)) : null;
  const state = { kind, checkId, index, status, failure };
  const file = { url: item.url ?? '', title: item.title ?? '' };
  const labels = labelsOf(item, site, locale);
  switch (kind) {
    case 'text':
      return { ...state, kind, text: item.text ?? '', riskCount: verdict?.riskCount ?? 0 };
    case 'image':
      return { ...state, kind, image: file, labels };
    case 'video':
      return {
        ...state,
        kind,
        labels,
        transcriptStatus: verdict?.transcriptStatus ?? null,
        video: { ...file, durationSeconds: item.durationSeconds ?? 0 },
      };
  }
}

/** Renders labels in the requested locale, else in the first of the site; each once. */
function labelsOf({ verdict }: StoredItem, { locales }: Site, locale: string | undefined): string[] {
  const texts = (verdict?.labels ?? []).map(
    (label) => label[locale ?? locales[0]] ?? label[locales[0]] ?? Object.values(label)[0] ?? '',
  );
  return [...new Set(texts)];
}

type Counts = Readonly<Record<string, number>> | undefined;

const internationalSummary = (counts: Counts) => ({
  violation: counts?.violation ?? 0,
  sceneHint: counts?.sceneHint ?? 0,
});

const mainSummary = (counts: Counts) => ({
  strict: counts?.strict ?? 0,
  soft: counts?.soft ?? 0,
  custom: counts?.custom ?? 0,
  semantic: counts?.semantic ?? 0,
});
