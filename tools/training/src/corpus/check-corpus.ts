import { relative } from 'node:path';
import type { CorpusFault, Passage, Row } from './passages.ts';

/** The least that the corpus of every site must hold. */
const rowsMin = 4_000;
const lawfulShareMin = 0.45;

/** Returns faults for sentences that the corpus holds more than once, letter case and spaces aside. */
export function duplicatesIn(passages: readonly Passage[]): CorpusFault[] {
  const seen = new Map<string, Row>();
  return passages.flat().flatMap((row) => {
    const key = row.sentence.toLowerCase().replace(/\s+/g, ' ');
    const first = seen.get(key);
    if (first)
      return [{ file: row.file, line: row.line, reason: `stands in ${first.file}:${first.line} already` }];
    seen.set(key, row);
    return [];
  });
}

/** Returns faults for a corpus that has too few sentences, or too few lawful ones. */
export function shortageIn(folder: string, passages: readonly Passage[]): CorpusFault[] {
  const rows = passages.flat();
  const lawful = rows.filter(({ label }) => label === 'ok');
  const close = lawful.filter(({ topic }) => topic !== null);
  const reasons: string[] = [];
  if (rows.length < rowsMin) reasons.push(`${rows.length} sentences, of at least ${rowsMin}`);
  if (lawful.length < rows.length * lawfulShareMin)
    reasons.push(`only ${lawful.length} sentences are lawful`);
  if (close.length * 2 < lawful.length)
    reasons.push(`only ${close.length} lawful sentences are close to the line`);
  return reasons.map((reason) => ({ file: relative(process.cwd(), folder), line: 1, reason }));
}
