import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** Pictures that the tests make for themselves. */

export interface Sign {
  readonly width?: number;
  readonly height?: number;
  readonly paper?: string;
  readonly ink?: string;
  readonly size?: number;
  /** Where the first line stands. */
  readonly top?: number;
  /** From one line to the next, in times of their size. */
  readonly leading?: number;
}

/** Lines of text, one below the other. */
export function sign(lines: readonly string[], options: Sign = {}): Sharp {
  const { width = 800, height = 600, paper = '#ffffff', ink = '#1a1a1a', size = 40 } = options;
  const { top = 100, leading = 2 } = options;
  const texts = lines.map(
    (line, row) =>
      `<text x="40" y="${top + row * size * leading}" font-family="DejaVu Sans, sans-serif" font-size="${size}" fill="${ink}">${line}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>${texts.join('')}</svg>`;
  return sharp(Buffer.from(svg));
}

/** Without its program at hand the library would ask a CDN for it. */
const wasmPath = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');

/** A QR code or barcode on a page of its own. */
export async function codePicture(text: string, format: 'QRCode' | 'Code128' = 'QRCode'): Promise<Sharp> {
  const wasmBinary = (await readFile(wasmPath)).buffer as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  const { svg } = await writeBarcode(text, { format, scale: 8, addQuietZones: true });
  const code = await sharp(Buffer.from(svg)).flatten({ background: 'white' }).png().toBuffer();
  return sharp(code).extend({ top: 80, bottom: 80, left: 80, right: 80, background: 'white' });
}

/** An animation of these pages, all of one size. */
export async function animation(pages: readonly Sharp[], format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(pages.map((page) => page.png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .toFormat(format, format === 'webp' ? { quality: 90 } : {})
    .toBuffer();
}

/** The same picture as an iPhone would send it. */
export async function heic(picture: Sharp, folder: string): Promise<string> {
  const png = join(folder, 'picture.png');
  const path = join(folder, 'picture.heic');
  await picture.png().toFile(png);
  await promisify(execFile)('heif-enc', [png, '-o', path], { timeout: 60_000 });
  return path;
}

/** A PNG that says it is so large, and holds a few bytes. */
export function pngOfSize(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const header = Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND', '')];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function chunk(type: string, data: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(data)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A GIF of so many pages, each of which says it is so large and holds a few bytes. */
export function gifOfPages(width: number, height: number, pages: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const head = [Buffer.from('GIF89a'), size, Buffer.from('800000000000ffffff', 'hex')];
  const page = [Buffer.from('21f90400010000002c00000000', 'hex'), size, Buffer.from('000202440100', 'hex')];
  return Buffer.concat([...head, ...Array.from({ length: pages }, () => page).flat(), Buffer.from(';')]);
}

export async function fileOf(folder: string, name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}
