import type { FoldTable } from '../folding/fold-table.ts';
import { BASE_MASK } from '../folding/kinds.ts';
import { createStream, readInto } from '../folding/stream.ts';
import type { Match, Scan, ScanOptions, WordSetTables } from '../types.ts';
import { createAlignment } from './alignment.ts';
import { collectHit } from './collect.ts';
import { BASE, FAIL, OUT, OWNER } from './double-array.ts';
import type { CheckContext } from './hit-check.ts';

export const LIMIT_DEFAULT = 10_000;
/** Checks allowed for each unit of the text, on top of a flat amount, before a scan gives up as truncated. */
const CHECKS_PER_UNIT = 32;
const CHECKS_FLAT = 100_000;

/** A scanner over one word set's tables. It keeps its buffers from text to text. */
export function createScanner(tables: WordSetTables, table: FoldTable) {
  const stream = createStream();
  const context: CheckContext = { tables, table, stream, alignment: createAlignment(), text: '' };
  let runs = new Int32Array(0);
  const { states, classes, outputs } = tables;
  const lastClass = classes.length;

  return function scan(text: string, options: ScanOptions = {}): Scan {
    const matches: Match[] = [];
    const limit = options.limit ?? LIMIT_DEFAULT;
    let checks = CHECKS_FLAT + text.length * CHECKS_PER_UNIT;
    readInto(stream, text, table);
    const { codes, length } = stream;
    if (runs.length < length) runs = new Int32Array(codes.length);
    context.text = text;
    let state = 0;
    let previous = 0;
    let run = -1;
    for (let at = 0; at < length; at++) {
      const unit = (codes[at] as number) & BASE_MASK;
      const step = unit < lastClass ? (classes[unit] as number) : 0;
      if (step === previous) continue;
      previous = step;
      runs[++run] = at;
      if (step === 0) {
        state = 0;
        continue;
      }
      let next = (states[state + BASE] as number) + (step << 2);
      while (states[next + OWNER] !== state) {
        if (state === 0) {
          next = 0;
          break;
        }
        state = states[state + FAIL] as number;
        next = (states[state + BASE] as number) + (step << 2);
      }
      state = next;
      for (let out = states[state + OUT] as number; out !== 0; out = outputs[out + 1] as number) {
        if (--checks < 0) return { matches, truncated: true };
        collectHit(context, runs, run, (outputs[out] as number) << 3, matches);
        if (matches.length > limit) return { matches: matches.slice(0, limit), truncated: true };
      }
    }
    context.text = '';
    return { matches, truncated: false };
  };
}
