import type { ReaderModel } from '../reader/model.ts';
import type { SentenceReading } from '../reader/read-text.ts';
import { thresholds } from './thresholds.ts';

/** Whether a claim is made, only mentioned, or neither. */
export type ClaimState = 'made' | 'mentioned' | 'absent';

/** What a sentence says of one claim type. */
export interface Claim {
  readonly name: string;
  /** Probability that it is made, and that it is only mentioned. */
  readonly made: number;
  readonly mentioned: number;
  readonly state: ClaimState;
}

/** Probabilities below this are no part of any decision. */
const worthNaming = 0.1;

/** The claims of a sentence that are worth naming, the most probable first. */
export function claimsOf(
  { made, mentioned }: Pick<SentenceReading, 'made' | 'mentioned'>,
  model: Pick<ReaderModel, 'made' | 'mentioned'>,
): Claim[] {
  const rowOf = new Map(model.mentioned.names.map((name, at) => [name, at]));
  const claims = model.made.names.map((name, at): Claim => {
    const said = { made: made[at] ?? 0, mentioned: mentioned[rowOf.get(name) ?? -1] ?? 0 };
    return { name, ...said, state: stateOf(said.made, said.mentioned) };
  });
  const probability = (claim: Claim): number => Math.max(claim.made, claim.mentioned);
  return claims
    .filter((claim) => probability(claim) >= worthNaming)
    .sort((a, b) => probability(b) - probability(a));
}

function stateOf(made: number, mentioned: number): ClaimState {
  if (made >= thresholds.madeMin && made > mentioned) return 'made';
  return mentioned >= thresholds.mentionedMin ? 'mentioned' : 'absent';
}

/** Returns the numbers of a head by their names. */
export const byName = (names: readonly string[], numbers: Float32Array): ReadonlyMap<string, number> =>
  new Map(names.map((name, at) => [name, numbers[at] ?? 0]));
