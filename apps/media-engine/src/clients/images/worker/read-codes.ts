import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import type { Rectangle } from '../../../domain/images/placed-line.ts';
import type { Code, Pixels } from './protocol.ts';

/** The formats that appear on pictures and are seldom found by mistake. */
const formats: NonNullable<ReaderOptions['formats']> = [
  'QRCode',
  'MicroQRCode',
  'DataMatrix',
  'Aztec',
  'PDF417',
  'EAN13',
  'EAN8',
  'UPCA',
  'UPCE',
  'Code128',
  'Code39',
];
const matrix: ReadonlySet<string> = new Set(['QRCode', 'MicroQRCode', 'DataMatrix', 'Aztec', 'PDF417']);
const codesMax = 10;
const textLengthMax = 2_000;

let ready: Promise<unknown> | null = null;

/** Loads the program of the library from its package; by default it would be fetched from a CDN. */
function load(): Promise<unknown> {
  ready ??= (async () => {
    const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
    const wasmBinary = (await readFile(path)).buffer as ArrayBuffer;
    await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  })();
  return ready;
}

/** Finds QR codes and barcodes, also rotated, inverted and several on one page, and decodes their text. */
export async function readCodes({ pixels }: { readonly pixels: Pixels }): Promise<readonly Code[]> {
  await load();
  const { width, height } = pixels;
  const data = withAlpha(await readFile(pixels.path));
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    {
      formats,
      tryHarder: true,
      tryRotate: true,
      tryInvert: true,
      tryDownscale: true,
      maxNumberOfSymbols: codesMax,
    },
  );
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text, position }) => ({
      format,
      isMatrix: matrix.has(format),
      text: text.slice(0, textLengthMax),
      place: placeOf(position),
    }));
}

function placeOf({ topLeft, topRight, bottomRight, bottomLeft }: ReadResult['position']): Rectangle {
  const corners = [topLeft, topRight, bottomRight, bottomLeft];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function withAlpha(rgb: Buffer): Uint8ClampedArray {
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from]!;
    rgba[to + 1] = rgb[from + 1]!;
    rgba[to + 2] = rgb[from + 2]!;
  }
  return rgba;
}
