import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Longer strings of a pack are sentences for people. */
const termLengthMax = 40;

/**
 * Words that a pack knows: every short string in its lexicons, rules and spellings, cut where patterns have syntax. Some
 * are ids, which does no harm in random texts. Sorted, each once.
 */
export function readTerms(packFolder: string): string[] {
  const files = readdirSync(packFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  );
  const terms = new Set<string>();
  for (const name of files) {
    for (const written of stringsIn(parse(readFileSync(join(packFolder, name), 'utf8')))) {
      for (const part of written.split(/[(){}[\]|<>*+?~^$"\\]+/)) {
        const term = part.trim();
        if (term !== '' && term.length <= termLengthMax) terms.add(term);
      }
    }
  }
  return [...terms].sort();
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
