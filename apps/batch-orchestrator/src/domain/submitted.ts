import {
  type BatchItemKind,
  type BillItem,
  type BillLine,
  batchBody,
  batchTextLength,
  type Issue,
  issuesOf,
  mainBatchBody,
  productLineNames,
  type Site,
} from '@redline/contracts';

/** The content of one item. */
export interface ItemContent {
  readonly text: string | null;
  readonly url: string | null;
  readonly title: string | null;
  /** Bytes of an image, MB of a video, as declared. */
  readonly size: number | null;
  readonly durationSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** One submitted item. */
export interface SubmittedItem extends ItemContent {
  readonly kind: BatchItemKind;
  /** Its index in the submitted list of its kind, from 0. */
  readonly index: number;
}

/** Where all items of a batch are published. */
export interface BatchPlace {
  /** Null except on the main site. */
  readonly productVertical: string | null;
  readonly platform: string;
  /** On the main site its `industryVertical`. */
  readonly vertical: string;
  readonly explainLocale: string;
}

/** A submission: its texts, then images, then videos. */
export interface SubmittedBatch extends BatchPlace {
  readonly name: string;
  readonly items: readonly SubmittedItem[];
}

/**
 * Parses a submission of a site. The body is validated again, because the gateway is not the only one that submits.
 * @returns the batch, or what is wrong with which fields
 */
export function readSubmission(
  site: Site,
  body: unknown,
): SubmittedBatch | { readonly issues: readonly Issue[] } {
  if (site.kind === 'main') {
    const read = mainBatchBody.safeParse(body);
    if (!read.success) return { issues: issuesOf(read.error) };
    const { industryVertical: vertical, productVertical, platform, name } = read.data;
    const place = { productVertical, platform, vertical, explainLocale: site.locales[0] };
    return { name, ...place, items: itemsOf(read.data) };
  }
  const read = batchBody(site).safeParse(body);
  if (!read.success) return { issues: issuesOf(read.error) };
  const { name, platform, vertical, explainLocale } = read.data;
  return { name, productVertical: null, platform, vertical, explainLocale, items: itemsOf(read.data) };
}

interface Declared {
  readonly texts: readonly string[];
  readonly images: readonly DeclaredFile[];
  readonly videos: readonly (DeclaredFile & { readonly duration: number })[];
}

interface DeclaredFile {
  readonly url: string;
  readonly name: string;
  readonly size: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Leaves out texts that are too short, without changing any `index` (document 2; the main site has refused them before). */
function itemsOf({ texts, images, videos }: Declared): SubmittedItem[] {
  const noFile = { url: null, title: null, size: null, durationSeconds: null, width: null, height: null };
  return [
    ...texts
      .map((text, index) => ({ kind: 'text' as const, index, text, ...noFile }))
      .filter(({ text }) => text.length >= batchTextLength.min),
    ...images.map((image, index) => ({
      kind: 'image' as const,
      index,
      ...fileOf(image),
      durationSeconds: null,
    })),
    ...videos.map((video, index) => ({
      kind: 'video' as const,
      index,
      ...fileOf(video),
      durationSeconds: video.duration,
    })),
  ];
}

const fileOf = ({ url, name, size, width, height }: DeclaredFile) => ({
  text: null,
  url,
  title: name,
  size,
  width: width ?? null,
  height: height ?? null,
});

const billItems = {
  text: 'text_check',
  image: 'image_check',
  video: 'video_second',
} as const satisfies Record<BatchItemKind, BillItem>;

/** The fields of an item that its price depends on. */
type Billed = Pick<SubmittedItem, 'kind' | 'durationSeconds'> & { readonly checkId: string };

/**
 * Returns the lines to charge: one for the batch itself, which is counted and limited by the plan, and one for each item,
 * named by its check; seconds are rounded up. The lines of items name the product line if that must be enabled.
 */
export function linesOf(
  batchId: string,
  { productVertical }: Pick<BatchPlace, 'productVertical'>,
  items: readonly Billed[],
): BillLine[] {
  const productLine = productLineNames.find((name) => name === productVertical);
  const lines = items.map(({ checkId, kind, durationSeconds }) => ({
    lineId: checkId,
    item: billItems[kind],
    quantity: Math.ceil(durationSeconds ?? 1),
    ...(productLine && { productLine }),
  }));
  return [{ lineId: batchId, item: 'batch', quantity: 1 }, ...lines];
}
