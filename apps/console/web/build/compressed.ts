import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller ones are sent in one packet anyway. */
const bytesMin = 1_024;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A Vite plugin that lays a compressed file beside each file of text, so that the console compresses none itself. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      await Promise.all(texts.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < bytesMin) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
  await writeFile(`${path}.br`, await toBrotli(content, { params }));
  await writeFile(`${path}.gz`, await toGzip(content, { level: 9 }));
}
