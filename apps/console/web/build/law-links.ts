import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import { lawLinksOf, type RawCitation, type RawLaw } from './law-links-of.ts';

/**
 * A Vite plugin that fills `src/laws/links/SITE.ts` with the addresses of the laws that the rules of a site cite, read
 * of its pack. The page loads one when it shows a finding of that site.
 * @param packs the folder of the packs
 */
export function lawLinks(packs: string): Plugin {
  const read = (site: string, file: string): unknown =>
    parse(readFileSync(join(packs, site, `${file}.yaml`), 'utf8'));
  return {
    name: 'law-links',
    load(id) {
      const [, site] = /\/src\/laws\/links\/(\w+)\.ts$/.exec(id) ?? [];
      if (site === undefined) return undefined;
      const { laws } = read(site, 'laws') as { laws: readonly RawLaw[] };
      const { citations } = read(site, 'citations') as { citations: readonly RawCitation[] };
      const links = lawLinksOf(laws, citations, site === 'main' ? '' : ', ');
      return `export const links = ${JSON.stringify(links)};\n`;
    },
  };
}
