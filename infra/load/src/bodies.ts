import { indonesia as id, mainSite as main, us } from '@redline/contracts';
import type { Random } from '@redline/fault/random';
import type { UploadedFile } from '@redline/testkit';
import { batchSizes, pickWeighted, type SiteId, wholeBetween } from './mix.ts';

const sites = { us, id, main } as const;

/** Files that are checked again and again. */
export interface MediaFiles {
  readonly pictures: readonly UploadedFile[];
  readonly video: UploadedFile;
  readonly videoSeconds: number;
}

/** Material of the bodies that are sent. */
export interface Material {
  readonly textOf: (siteId: SiteId) => string;
  readonly random: Random;
}

export const prefixOf = (siteId: SiteId): string => sites[siteId].prefix;

/** The first product line of the main site needs no qualification; the others have a few trial uses only. */
const productVertical = main.productVerticals[0];

/** Where a text is published, as its site names it. */
function placeOf(siteId: SiteId, random: Random): object {
  if (siteId === 'main') {
    const { platforms, industryVerticals } = main;
    return {
      platform: random.pick(platforms),
      industryVertical: random.pick(industryVerticals),
      productVertical,
    };
  }
  const { platforms, verticals, locales } = sites[siteId];
  return {
    platform: random.pick<string>(platforms),
    vertical: random.pick<string>(verticals),
    explainLocale: random.pick<string>(locales),
  };
}

/** Builds the body of a text check. */
export const textBody = (siteId: SiteId, { textOf, random }: Material): object => ({
  text: textOf(siteId),
  ...placeOf(siteId, random),
});

/** Builds the body of an image check. */
export const imageBody = ({ url, bytes }: UploadedFile): object => ({
  imageUrl: url,
  imageTitle: 'A picture of the shop',
  imageSize: bytes,
});

const megabytes = ({ bytes }: UploadedFile) => Math.max(0.01, bytes / 1e6);

/** Builds the body of a video check. */
export const videoBody = ({ video, videoSeconds }: MediaFiles): object => ({
  videoUrl: video.url,
  videoTitle: 'A video of the shop',
  videoSize: megabytes(video),
  videoDuration: videoSeconds,
});

/** Builds the body of a batch; without files it has texts only. @returns it, and how many items it has */
export function batchBody(
  siteId: SiteId,
  { textOf, random }: Material,
  files: MediaFiles | undefined,
): { readonly body: object; readonly items: number } {
  const size = pickWeighted(batchSizes, random);
  const listOf = <T>(span: { readonly from: number; readonly to: number }, of: (index: number) => T): T[] =>
    Array.from({ length: wholeBetween(span, random) }, (_, index) => of(index));
  const texts = listOf(size.texts, () => textOf(siteId));
  const images = files
    ? listOf(size.images, (index) => {
        const { url, bytes } = random.pick(files.pictures);
        return { url, name: `Picture ${index + 1}`, size: bytes };
      })
    : [];
  const videos = files
    ? listOf(size.videos, (index) => ({
        url: files.video.url,
        name: `Video ${index + 1}`,
        size: megabytes(files.video),
        duration: files.videoSeconds,
      }))
    : [];
  const body = { name: 'A collection', ...placeOf(siteId, random), texts, images, videos };
  return { body, items: texts.length + images.length + videos.length };
}
