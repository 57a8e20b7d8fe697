import { type RuleSelector, ruleSelector } from '../pack/applicable-rules.ts';
import type { CompiledPack } from '../pack/pack.ts';
import type { Scanner } from '../patterns/scan-text.ts';
import { termScan } from '../patterns/term-scan.ts';
import type { Reader } from '../reader/read-text.ts';

/** A pack with its automaton and its reader, ready to evaluate texts; immutable, shared by all of them. */
export interface Engine extends Scanner {
  readonly pack: CompiledPack;
  /** Null where nothing reads, and rules judge alone. */
  readonly reader: Reader | null;
  readonly rulesFor: RuleSelector;
}

/** Prepares a loaded pack; once per pack. */
export function engineOf({
  pack,
  reader,
}: {
  readonly pack: CompiledPack;
  readonly reader: Reader | null;
}): Engine {
  return { pack, reader, scan: termScan(pack), rulesFor: ruleSelector(pack) };
}
