import type { CustomFinding, Evaluation, Finding } from '../evaluate/evaluation.ts';
import { type Messages, wordingIn } from '../evaluate/messages.ts';
import { factsIn, factsLost } from './facts.ts';
import type { RewriteRequest } from './rewrite-request.ts';

/** Reasons to reject a rewrite that another writer proposes. */
export type ProposalFault =
  | 'at_risk'
  | 'risk_kept'
  | 'word_kept'
  | 'fact_lost'
  | 'fact_added'
  | 'too_long'
  | 'another_text'
  | 'not_precise';

interface Judged {
  readonly before: Pick<Evaluation, 'findings'>;
  readonly after: Pick<Evaluation, 'findings'>;
  /** The texts of the packs. */
  readonly messages: Pick<Messages, 'wordings'>;
}

/** A rewrite may be longer than its original by this share and so many characters. */
const longest = { share: 1.5, more: 200 } as const;
/** A rewrite shares at least this part of its four-character sequences with its original, or it is another text. */
const sharedMin = 0.4;
const stretch = 4;

/**
 * Checks a proposed rewrite: it has no risk, keeps no quote that was at risk, keeps every fact that was no risk, adds
 * none, and is still the same text. Pure.
 * @param judged the evaluations of the text and of the proposal
 * @returns the first reason to reject it; null when it is accepted
 */
export function faultOfProposal(
  order: RewriteRequest,
  proposal: string,
  judged: Judged,
): ProposalFault | null {
  const { text, mode, strategy, customFindings } = order;
  const risks = judged.before.findings.filter((finding) => mustGo(finding, mode));
  const words = customFindings.filter(({ replacement }) => replacement);
  if (judged.after.findings.some((finding) => mustGo(finding, mode))) return 'at_risk';
  if (holdsAny(proposal, risks)) return 'risk_kept';
  if (holdsAny(proposal, words)) return 'word_kept';
  const spans = [...risks, ...words];
  const instructed = instructionsOf(risks, words, judged.messages);
  if (factsLost(factsIn(without(text, spans)), proposal).length > 0) return 'fact_lost';
  const known = new Set(factsIn([text, ...instructed].join('\n')));
  if (factsIn(proposal).some((fact) => !known.has(fact))) return 'fact_added';
  if (proposal.length > text.length * longest.share + longest.more) return 'too_long';
  if (sharedWith([text, ...instructed], proposal) < sharedMin) return 'another_text';
  if (strategy === 'precise' && !keepsSentences(text, proposal, spans)) return 'not_precise';
  return null;
}

type Place = Pick<Finding, 'start' | 'end' | 'matchedText'>;

const mustGo = ({ kind }: Finding, mode: RewriteRequest['mode']): boolean =>
  kind === 'violation' || mode === 'ad';

/** A finding without a place, such as a missing statement, cannot be kept. */
const holdsAny = (text: string, places: readonly Place[]): boolean =>
  places.some(({ matchedText }) => matchedText !== '' && text.includes(matchedText));

/** Returns the text with these places blanked. */
const without = (text: string, places: readonly Place[]): string =>
  places.reduce(
    (sum, { start, end }) =>
      start < 0 ? sum : `${sum.slice(0, start)}${' '.repeat(end - start)}${sum.slice(end)}`,
    text,
  );

/** Returns the texts that the writer was given beside the text: suggestions and replacements. */
const instructionsOf = (
  risks: readonly Finding[],
  words: readonly CustomFinding[],
  messages: Judged['messages'],
): string[] => [
  ...risks.flatMap(({ wordingId }) => Object.values(wordingIn(messages, wordingId).suggestion)),
  ...words.flatMap(({ replacement }) => replacement ?? []),
];

function sharedWith(sources: readonly string[], proposal: string): number {
  const known = new Set(sources.flatMap(stretchesOf));
  // Facts are checked before, and a long link would weigh too much.
  const words = factsIn(proposal).reduce((sum, fact) => sum.replace(fact, ''), proposal);
  const stretches = stretchesOf(words);
  return stretches.filter((one) => known.has(one)).length / Math.max(1, stretches.length);
}

const stretchesOf = (text: string): string[] => {
  const letters = [...text.toLowerCase().replace(/\s+/gu, ' ')];
  const count = Math.max(0, letters.length - stretch + 1);
  return Array.from({ length: count }, (_, at) => letters.slice(at, at + stretch).join(''));
};

/** Tells whether every sentence without a risk is unchanged. */
function keepsSentences(text: string, proposal: string, places: readonly Place[]): boolean {
  return [...text.matchAll(/[^.!?。！？\n]+/gu)].every(({ index, 0: sentence }) => {
    const end = index + sentence.length;
    return (
      places.some((place) => place.start < end && index < place.end) || proposal.includes(sentence.trim())
    );
  });
}
