import { type Classifier, classifierOf } from '../classifier/classifier.ts';
import type { Weights } from '../classifier/weights.ts';
import { type RuleSelector, ruleSelector } from '../pack/applicable-rules.ts';
import type { CompiledPack } from '../pack/pack.ts';
import type { Scanner } from '../patterns/scan-text.ts';
import { termScan } from '../patterns/term-scan.ts';

/** A pack with its automaton and classifier, ready to evaluate texts; immutable, shared by all of them. */
export interface Engine extends Scanner {
  readonly pack: CompiledPack;
  /** Null for a pack without weights. */
  readonly classifier: Classifier | null;
  readonly rulesFor: RuleSelector;
}

/**
 * Prepares a loaded pack; once per pack.
 * @throws Error when the weights were trained on features that this code no longer computes
 */
export function engineOf({
  pack,
  weights,
}: {
  readonly pack: CompiledPack;
  readonly weights: Weights | null;
}): Engine {
  return {
    pack,
    classifier: weights && classifierOf(weights, pack.language.classifier),
    scan: termScan(pack),
    rulesFor: ruleSelector(pack),
  };
}
