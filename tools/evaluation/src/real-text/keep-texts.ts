import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../cases/hashes.ts';
import { checkoutRoot } from '../site-folders.ts';
import type { FoundText } from './found-text.ts';
import { guessSite } from './guess-site.ts';
import { textKinds } from './source-list.ts';

/** A text that was gathered; its id is made of its words. */
export interface GatheredText extends FoundText {
  readonly id: string;
}

const schema = z.object({ id: z.string(), source: z.string(), kind: z.enum(textKinds), text: z.string() });

/** So many texts of one source are enough to know it. */
const textsPerSourceMax = 4_000;

/** Never part of a commit: other people's text is read where it lies. */
export const gatheredFolder = (site: string): string => join(checkoutRoot, '.redline/real-text', site);

/**
 * Writes texts below `.redline/real-text`, one file a source, by the site whose language they are in.
 * @param sites that have a pack
 * @returns how many were kept, by site and source
 */
export function keepTexts(
  found: readonly FoundText[],
  sites: readonly string[],
): Map<string, Map<string, number>> {
  const kept = new Map(sites.map((site) => [site, new Map<string, GatheredText[]>()]));
  const known = new Set<string>();
  for (const one of found) {
    const id = sha256(one.text).slice(0, 16);
    const bySource = kept.get(guessSite(one.text) ?? '');
    if (!bySource || known.has(id)) continue;
    known.add(id);
    const texts = bySource.get(one.source) ?? [];
    texts.push({ id, ...one });
    bySource.set(one.source, texts);
  }
  for (const [site, bySource] of kept) {
    mkdirSync(gatheredFolder(site), { recursive: true });
    for (const [source, all] of bySource) {
      // By their ids: a part that says as much as the whole, and the same each time.
      const texts = all.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, textsPerSourceMax);
      bySource.set(source, texts);
      const lines = texts.map((one) => `${JSON.stringify(one)}\n`).join('');
      writeFileSync(join(gatheredFolder(site), `${source.replace(/[^\w.-]+/g, '+')}.jsonl`), lines);
    }
  }
  return new Map(
    [...kept].map(([site, bySource]) => [
      site,
      new Map([...bySource].map(([source, texts]) => [source, texts.length])),
    ]),
  );
}

/** Removes what was gathered before, but no reading sheets. */
export function forgetTexts(sites: readonly string[]): void {
  for (const site of sites) for (const file of filesOf(site)) rmSync(file);
}

/** Reads the texts that were gathered for a site. Throws an Error when there are none. */
export function gatheredTexts(site: string): GatheredText[] {
  const texts = filesOf(site).flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [schema.parse(JSON.parse(line))])),
  );
  if (texts.length === 0) throw new Error(`nothing was gathered for ${site}: eval -- gather`);
  return texts;
}

function filesOf(site: string): string[] {
  const folder = gatheredFolder(site);
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
}
