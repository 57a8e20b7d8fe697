import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { distinctPages } from '../../../domain/images/distinct-pages.ts';
import { type Pass, passes, type Tile, tilesOf, workingSize } from '../../../domain/images/ocr-passes.ts';
import { ImageError } from '../image-error.ts';
import type { PageInput, Pixels, PreparedPage, PreparedTile, Survey, TilesInput } from './protocol.ts';

// Only these formats are decoded; SVG, which can refer to other files, is not.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/** Pixels of a still image, or of one page: 10,000 by 10,000. */
const pixelsMax = 100_000_000;
/** Pixels of all pages of an animation together: at 1080² some 250 pages, decoded in about three seconds. */
const animationPixelsMax = 300_000_000;
const pagesMax = 500;
/** Pages of an animation that are checked. */
const pagesCheckedMax = 10;
const thumbnailEdge = 64;
const previewEdge = 1_024;
const decodeSeconds = 15;

const options: SharpOptions = {
  limitInputPixels: pixelsMax,
  failOn: 'error',
  sequentialRead: true,
  autoOrient: true,
};

/**
 * Reads the size and the pages of an image from its header; the pages of an animation are decoded once, small, to
 * choose those to check.
 * @throws ImageError for a file that is no image, or is too large
 */
export async function survey({ path }: { readonly path: string }): Promise<Survey> {
  const head = await decoding(sharp(path, options).metadata());
  // The pages that sharp counts in a HEIF file are images of their own; only the primary one is displayed.
  const pages = head.format === 'heif' ? 1 : (head.pages ?? 1);
  const { width, height: rolledHeight } = head.autoOrient;
  const height = pages > 1 ? (head.pageHeight ?? rolledHeight) : rolledHeight;
  if (width * height > pixelsMax) throw tooLarge();
  const isHeic = head.format === 'heif' && head.compression === 'hevc';
  if (pages === 1 || isHeic) return { width, height, pages: [0], checked: { seen: 1, total: 1 }, isHeic };
  if (pages > pagesMax || width * height * pages > animationPixelsMax)
    throw new ImageError(`the animation is too long: ${pages} pages of ${width} × ${height} pixels`);
  const { picked, left } = distinctPages(await thumbnails(path, pages), pagesCheckedMax);
  return { width, height, pages: picked, checked: { seen: pages - left, total: pages }, isHeic };
}

async function thumbnails(path: string, pages: number): Promise<readonly Uint8Array[]> {
  const rolled = sharp(path, { ...options, pages, limitInputPixels: animationPixelsMax })
    .resize(thumbnailEdge, thumbnailEdge, { fit: 'fill' })
    .flatten({ background: 'white' })
    .grayscale()
    .raw();
  const pixels = await decoding(rolled.timeout({ seconds: decodeSeconds }).toBuffer());
  const size = thumbnailEdge * thumbnailEdge;
  return Array.from({ length: pages }, (_, page) => pixels.subarray(page * size, (page + 1) * size));
}

/**
 * Decodes one page, once, and writes the files that detectors read into `folder`.
 * @throws ImageError
 */
export async function prepare({ path, page, folder }: PageInput): Promise<PreparedPage> {
  const { autoOrient, pageHeight, pages } = await decoding(sharp(path, options).metadata());
  const height = (pages ?? 1) > 1 ? (pageHeight ?? autoOrient.height) : autoOrient.height;
  const size = workingSize({ width: autoOrient.width, height });
  const decoded = sharp(path, page > 0 ? { ...options, page, pages: 1 } : options)
    .resize(size.width, size.height, { fit: 'fill' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .raw();
  const rgb = await decoding(decoded.timeout({ seconds: decodeSeconds }).toBuffer());
  const pixels = { path: join(folder, `page-${page}.rgb`), ...size };
  await writeFile(pixels.path, rgb);
  const preview = join(folder, `page-${page}.jpg`);
  await fromPixels(rgb, pixels)
    .resize(previewEdge, previewEdge, inside)
    .jpeg({ quality: 80 })
    .toFile(preview);
  return { pixels, preview, folder };
}

/** Writes the tiles of a page that tesseract reads text from into `folder`, once for each pass. */
export async function tiles({ pixels, folder }: TilesInput): Promise<readonly PreparedTile[]> {
  const grey = await fromPixels(await readFile(pixels.path), pixels)
    .grayscale()
    .raw()
    .toBuffer();
  const written: PreparedTile[] = [];
  for (const [index, tile] of tilesOf(pixels).entries()) {
    for (const pass of passes) {
      const path = join(folder, `${basename(pixels.path, '.rgb')}-${index}-${pass.name}.pgm`);
      await writeFile(path, await pgmOf(grey, pixels, tile, pass));
      const region = { left: tile.left, top: tile.top, scale: 1 / pass.scale };
      written.push({ path, segmentation: pass.segmentation, pass: pass.name, region });
    }
  }
  return written;
}

const inside = { fit: 'inside', withoutEnlargement: true } as const;

const fromPixels = (rgb: Buffer, { width, height }: Pixels): Sharp =>
  sharp(rgb, { raw: { width, height, channels: 3 } });

/** Returns one tile as a PGM file, which tesseract reads without decoding. */
async function pgmOf(
  grey: Buffer,
  size: { readonly width: number; readonly height: number },
  tile: Tile,
  { scale, threshold }: Pass,
): Promise<Buffer> {
  const width = Math.max(1, Math.round(tile.width * scale));
  const height = Math.max(1, Math.round(tile.height * scale));
  const cut = sharp(grey, { raw: { width: size.width, height: size.height, channels: 1 } }).extract(tile);
  const scaled = scale === 1 ? cut : cut.resize(width, height, { fit: 'fill' });
  const contrasted =
    threshold === null ? scaled.normalise() : scaled.threshold(threshold).negate({ alpha: false });
  const { data, info } = await contrasted.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 1) throw new Error(`a grey tile came out with ${info.channels} channels`);
  return Buffer.concat([Buffer.from(`P5\n${info.width} ${info.height}\n255\n`), data]);
}

const tooLarge = () => new ImageError(`the picture has more than ${pixelsMax} pixels`);

/** Translates errors of the decoder, whose messages may hold paths of this machine, to an ImageError. */
async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/unsupported image format|Input file is missing|is empty/i.test(message))
      throw new ImageError('the file is no picture that can be read (JPEG, PNG, WebP, GIF, HEIC or AVIF)');
    if (/pixel limit/i.test(message)) throw tooLarge();
    if (/timeout/i.test(message)) throw new ImageError('the picture takes too long to decode');
    throw new ImageError('the picture is damaged or incomplete');
  }
}
