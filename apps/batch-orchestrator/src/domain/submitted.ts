import {
  type BatchItemKind,
  type BillItem,
  type BillLine,
  batchBody,
  batchTextLength,
  mainBatchBody,
  productLineNames,
  type Site,
} from '@redline/contracts';

/** What one item is of. */
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

/** One item as it was submitted. */
export interface SubmittedItem extends ItemContent {
  readonly kind: BatchItemKind;
  /** Its place in the submitted list of its kind, from 0. */
  readonly index: number;
}

/** What holds for every item of a batch. */
export interface BatchPlace {
  /** Null but on the main site. */
  readonly productVertical: string | null;
  readonly platform: string;
  /** On the main site its `industryVertical`. */
  readonly vertical: string;
  readonly explainLocale: string;
}

/** A submission as it is kept: its texts, then images, then videos. */
export interface SubmittedBatch extends BatchPlace {
  readonly name: string;
  readonly items: readonly SubmittedItem[];
}

/**
 * Reads a submission of a site. The body is validated once more: the edge is not the only one that submits.
 * @returns the batch, or what is wrong as a sentence for the client
 */
export function readSubmission(site: Site, body: unknown): SubmittedBatch | { readonly fault: string } {
  if (site.kind === 'main') {
    const read = mainBatchBody.safeParse(body);
    if (!read.success) return faultOf(read.error);
    const { industryVertical: vertical, productVertical, platform, name } = read.data;
    const place = { productVertical, platform, vertical, explainLocale: site.locales[0] };
    return { name, ...place, items: itemsOf(read.data) };
  }
  const read = batchBody(site).safeParse(body);
  if (!read.success) return faultOf(read.error);
  const { name, platform, vertical, explainLocale } = read.data;
  return { name, productVertical: null, platform, vertical, explainLocale, items: itemsOf(read.data) };
}

const faultOf = ({ issues }: { readonly issues: readonly { readonly message: string }[] }) => ({
  fault: issues[0]?.message ?? 'the batch cannot be read',
});

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

/** Texts that are too short are left out, and change no `index` (document 2; the main site has refused them before). */
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

/** What is billed of an item. */
type Billed = Pick<SubmittedItem, 'kind' | 'durationSeconds'> & { readonly checkId: string };

/**
 * What a batch costs: a line for the batch itself, which is counted and gated, and one for each item, named by its check;
 * seconds that were begun count as whole ones. A product line that must be enabled is named on the lines of the items.
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
