import type { Random } from '@redline/fault/random';

/** What a client begins. Reads follow by themselves: who submits polls until the verdict. */
export const operations = ['text', 'image', 'upload', 'video', 'batch', 'list', 'report'] as const;
export type Operation = (typeof operations)[number];

/** Weights of operations; those that are left out do not occur. */
export type Mix = Readonly<Partial<Record<Operation, number>>>;

/**
 * Traffic by name. `everyday` is an assumption, since there is no traffic to count yet: mostly texts, some of them in
 * batches, few files, and a page of a list now and then. The others have one kind each and give the cost of it.
 */
export const mixes = {
  everyday: { text: 860, image: 12, upload: 8, video: 1, batch: 20, list: 94, report: 5 },
  texts: { text: 1 },
  images: { image: 1, upload: 1 },
  videos: { video: 1 },
  batches: { batch: 1 },
} as const satisfies Readonly<Record<string, Mix>>;
export type MixName = keyof typeof mixes;

/** A span of whole numbers, and how often a draw falls into it. */
export interface SizeClass {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** Characters of a text, on every site: titles, captions, descriptions, and scripts up to what the contract takes. */
export const textSizes: readonly SizeClass[] = [
  { from: 60, to: 200, weight: 35 },
  { from: 200, to: 600, weight: 40 },
  { from: 600, to: 2_000, weight: 20 },
  { from: 2_000, to: 5_000, weight: 5 },
];

/** What a batch has: 2 to 40 items, as the contract allows (10 texts, 20 images, 10 videos). */
export const batchSizes = [
  { texts: { from: 2, to: 10 }, images: { from: 0, to: 0 }, videos: { from: 0, to: 0 }, weight: 80 },
  { texts: { from: 2, to: 10 }, images: { from: 1, to: 4 }, videos: { from: 0, to: 0 }, weight: 18 },
  { texts: { from: 10, to: 10 }, images: { from: 20, to: 20 }, videos: { from: 10, to: 10 }, weight: 2 },
] as const;

/** Sites by their share of the traffic. */
export const siteShares = [
  { siteId: 'us', weight: 4 },
  { siteId: 'main', weight: 4 },
  { siteId: 'id', weight: 2 },
] as const;
export type SiteId = (typeof siteShares)[number]['siteId'];

/** Returns the operations of a mix with their weights. */
export const weighted = (mix: Mix) =>
  operations.flatMap((operation) => {
    const weight = mix[operation];
    return weight ? [{ operation, weight }] : [];
  });

/** Picks one of several by weight. @throws RangeError if there is none */
export function pickWeighted<T extends { readonly weight: number }>(items: readonly T[], random: Random): T {
  const sum = items.reduce((total, { weight }) => total + weight, 0);
  let left = random.between(0, sum);
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  const last = items.at(-1);
  if (!last) throw new RangeError('there is nothing to pick from');
  return last;
}

/** Returns a whole number from `from` to `to`, both included. */
export const wholeBetween = ({ from, to }: { readonly from: number; readonly to: number }, random: Random) =>
  Math.floor(random.between(from, to + 1));
