import { type Analysis, analyze } from '../evaluate/analyze.ts';
import type { Engine } from '../evaluate/engine.ts';
import { evaluationOf } from '../evaluate/evaluate.ts';
import type { Evaluation } from '../evaluate/evaluation.ts';
import type { Candidate } from '../judge/candidate.ts';
import { isPublishedIn } from '../pack/dimensions.ts';
import { apart, applyEdits, fitted, withoutBareLines } from './edit.ts';
import { editsFor } from './edits-for.ts';
import { placesBeside } from './places-beside.ts';
import type { RewriteRequest } from './rewrite-request.ts';
import { withMissingStatement } from './statements.ts';
import { hasSubstance } from './substance.ts';
import { tidyText } from './tidy-text.ts';

/** The reason why a rewrite is not accepted: risks are left, or nothing lawful of substance is. */
export type Refusal = 'risk_left' | 'nothing_left';

/** A rewritten text, and its evaluation. */
export interface Rewritten {
  readonly text: string;
  readonly evaluation: Evaluation;
  /** Null where the rewrite is accepted. */
  readonly refusal: Refusal | null;
  /** How often the text was analyzed. */
  readonly analyses: number;
}

/** Analyses of one rewrite, at most. What is left then is refused. */
const analysesMax = 40;
/** Analyses after which sentences go whole: a clause that is still at risk is not cut finer and finer. */
const byClauseMax = 8;

/**
 * Rewrites a text by the rules that it breaks: edits every risk, analyzes what is left, and goes on until there is none.
 * Pure, deterministic, and bounded.
 * @returns the text, its evaluation by the same engine, and why it is not accepted, if it is not
 */
export function rewrite(order: RewriteRequest, engine: Engine): Rewritten {
  const { selection, strategy } = order;
  const used = new Set<string>();
  let text = withReplacements(order, engine);
  let analysis = analyze(text, engine, selection);
  let analyses = 1;
  for (; analyses < analysesMax; analyses++) {
    const next = edited(text, analysis, order, engine, { strategy, used, byClause: analyses < byClauseMax });
    if (next === text) break;
    text = next;
    analysis = analyze(text, engine, selection);
  }
  const evaluation = evaluationOf(text, analysis, engine, selection);
  return { text, evaluation, refusal: refusalOf(text, analysis, order, engine), analyses };
}

/** Edits the risks of a text; where there are none, tidies it, and adds a statement that the law requires. */
function edited(
  text: string,
  analysis: Analysis,
  order: RewriteRequest,
  { pack }: Engine,
  plan: Parameters<typeof editsFor>[2],
): string {
  const risks = risksIn(analysis, order);
  const present = risks.filter(({ rule }) => rule.finder.kind !== 'missing');
  if (present.length > 0) {
    const risks = firstOf(present);
    const beside = placesBeside(analysis, risks);
    return withoutBareLines(text, applyEdits(text, editsFor(analysis.scanned, risks, { ...plan, beside })));
  }
  const tidy = order.strategy === 'rewrite' && text !== order.text ? tidyText(order.text, text) : text;
  if (tidy !== text || !hasSubstance(order.text, text, pack.language.connectives)) return tidy;
  return withMissingStatement(text, risks, pack);
}

/** Lists the candidates that a rewrite must remove, in order: violations and, in the mode `ad`, hints. */
function risksIn(
  { candidates }: Pick<Analysis, 'candidates'>,
  { mode, selection }: RewriteRequest,
): Candidate[] {
  const isHint = ({ rule }: Candidate): boolean =>
    rule.risk === 'scene-hint' || isPublishedIn(rule.hintIn, selection);
  return candidates
    .filter((one) => !isHint(one) || mode === 'ad' || one.rule.tier === 'STRICT')
    .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/**
 * Selects the risks to edit now. What neighbouring sentences say together, and what only the reader reports, may be no risk
 * any more without the others: so it comes last, one at a time. A contradiction within the text does not: with one half
 * gone, the other is false and nothing shows it.
 */
function firstOf(risks: readonly Candidate[]): readonly Candidate[] {
  const certain = risks.filter(({ rule }) => isOfOneSentence(rule.finder));
  const told = risks.find(({ rule }) => !isOfReader(rule.finder));
  return certain.length > 0 ? certain : told ? [told] : risks.slice(0, 1);
}

function isOfOneSentence(finder: Candidate['rule']['finder']): boolean {
  if (finder.kind === 'near') return finder.window === 'text' || 'words' in finder.window;
  return finder.kind !== 'implied' && !isOfReader(finder);
}

const isOfReader = ({ kind }: Candidate['rule']['finder']): boolean => kind === 'learned' || kind === 'claim';

function refusalOf(
  text: string,
  analysis: Analysis,
  order: RewriteRequest,
  { pack }: Engine,
): Refusal | null {
  if (!hasSubstance(order.text, text, pack.language.connectives)) return 'nothing_left';
  return risksIn(analysis, order).length > 0 ? 'risk_left' : null;
}

/** Inserts the account's replacements of custom words; a word without one stays. */
function withReplacements({ text, customFindings }: RewriteRequest, { pack }: Engine): string {
  const edits = customFindings.flatMap(({ start, end, replacement }) =>
    replacement && start >= 0
      ? [fitted(text, { start, end, with: replacement }, pack.language.connectives)]
      : [],
  );
  return applyEdits(text, apart(edits));
}
