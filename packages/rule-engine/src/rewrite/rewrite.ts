import type { Engine } from '../evaluate/engine.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import type { Evaluation } from '../evaluate/evaluation.ts';
import { applyEdit } from './apply-edit.ts';
import { repair } from './repair.ts';
import type { RewriteRequest } from './rewrite-request.ts';
import { tidyText } from './tidy-text.ts';

/** A rewritten text, and its evaluation. */
export interface Rewritten {
  readonly text: string;
  readonly evaluation: Evaluation;
}

/** Rounds of repairing and tidying: a risk that a statement or tidying created is repaired once more. */
const roundsMax = 3;

/**
 * Rewrites a text by the rules that it breaks. Pure and deterministic.
 * @returns the text and its evaluation by the same engine, which has the risks that remain
 */
export function rewrite(order: RewriteRequest, engine: Engine): Rewritten {
  const { selection, strategy, mode } = order;
  const { language } = engine.pack;
  let text = withReplacements(order, engine);
  for (let round = 0; round < roundsMax; round++) {
    const repaired = repair(text, { engine, selection, mode });
    const next = strategy === 'precise' ? repaired : tidyText(order.text, repaired, language);
    if (next === text) break;
    text = next;
  }
  return { text, evaluation: evaluate(text, engine, selection) };
}

/** Inserts the account's replacements of custom words; a word without one stays. */
function withReplacements({ text, customFindings }: RewriteRequest, { pack }: Engine): string {
  const replaced = customFindings
    .filter(({ replacement, start }) => replacement !== null && replacement !== '' && start >= 0)
    .toSorted((a, b) => b.start - a.start);
  return replaced.reduce(
    (sum, { start, end, replacement }) =>
      applyEdit(sum, { start, end, with: replacement ?? '' }, pack.language.connectives).text,
    text,
  );
}
