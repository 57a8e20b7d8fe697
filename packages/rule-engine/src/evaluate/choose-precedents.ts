import { precedentsMax } from '@redline/contracts';
import type { Selection } from '../pack/dimensions.ts';
import type { CompiledPack, Precedent } from '../pack/pack.ts';
import { wordsOfClaim } from '../pack/precedent-words.ts';
import type { Finding } from './evaluation.ts';

/** A finding as far as precedents are chosen for it. */
interface Asked extends Pick<Finding, 'topic' | 'matchedText'> {
  /** Name of the goods, of the claim types' list; undefined where nobody knows. */
  readonly sold?: string;
}

/**
 * Chooses the cases that are most like a finding: of its topic, those about the same kind of goods first, then those whose
 * claims share more words with the finding's, then the newest. No two are of one respondent.
 */
export function choosePrecedents(
  { topic, matchedText, sold }: Asked,
  { meta, precedents }: Pick<CompiledPack, 'meta' | 'precedents'>,
  selection: Selection,
): readonly Precedent[] {
  const ofTopic = precedents.get(topic) ?? [];
  if (ofTopic.length === 0) return ofTopic;
  const words = new Set(wordsOfClaim(matchedText));
  const isSameKind = (one: Precedent): boolean =>
    one.sold === sold ||
    Object.entries(one.where).some(
      ([name, value]) => selection[name] === value && meta.dimensions[name]?.general?.value !== value,
    );
  const ranked = ofTopic
    .map((precedent) => ({
      precedent,
      kind: Number(isSameKind(precedent)),
      shared: precedent.words.filter((word) => words.has(word)).length,
    }))
    .sort((a, b) => b.kind - a.kind || b.shared - a.shared);
  const chosen: Precedent[] = [];
  for (const { precedent } of ranked) {
    if (chosen.length === precedentsMax) break;
    if (!chosen.some(({ respondent }) => respondent === precedent.respondent)) chosen.push(precedent);
  }
  return chosen;
}
