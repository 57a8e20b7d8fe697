import type { CompiledPack } from '../rules/pack.ts';
import { structureOf } from '../text/structure.ts';
import { occurrencesIn, type TermScan } from './occurrences.ts';
import { type Reading, runAll } from './run-program.ts';
import { livePrograms, type Triggers } from './triggers.ts';

/** What it takes to read a text by a pack. */
export interface Reader {
  readonly pack: Pick<CompiledPack, 'language' | 'vocabulary' | 'grammar'>;
  readonly scan: TermScan;
  readonly triggers: Triggers;
}

/** Takes a text apart, finds its terms and the programs that may match. */
export function readText(text: string, { pack, scan, triggers }: Reader): Reading {
  const structure = structureOf(text, pack.language, pack.vocabulary.words);
  const occurrences = occurrencesIn(structure, scan(structure), pack.vocabulary);
  const gapStops = new Set<number>();
  const live = livePrograms(triggers, occurrences);
  const reading: Reading = { structure, occurrences, gapStops, live, memo: new Map() };
  for (const stop of runAll(reading, pack.grammar.gapStop)) gapStops.add(stop.first);
  reading.memo.clear();
  return reading;
}
