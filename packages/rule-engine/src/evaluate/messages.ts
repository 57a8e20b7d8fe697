import type { LocalizedPrecedent } from '@redline/contracts';
import type { Considered } from '../judge/candidate.ts';
import type { CompiledPack, Localized, Wording } from '../pack/pack.ts';
import { wordingIdOf } from '../pack/wording.ts';

/** The texts of some packs, which records are rendered with. Plain data, so that it can be sent between threads. */
export interface Messages {
  /** By wording id. */
  readonly wordings: ReadonlyMap<string, Wording>;
  /** By rule id: the id of its wording. */
  readonly wordingIds: ReadonlyMap<string, string>;
  /** By the ids that findings name them by. */
  readonly precedents: ReadonlyMap<string, LocalizedPrecedent>;
  /** By pack id, then by what cleared a match: the reason, in which `{category}` stands for the rule's category. */
  readonly reasons: ReadonlyMap<string, ReadonlyMap<string, Localized>>;
}

/** Collects the texts of packs. */
export function messagesOf(packs: readonly CompiledPack[]): Messages {
  return {
    wordings: new Map(packs.flatMap(({ wordings }) => [...wordings])),
    wordingIds: new Map(packs.flatMap(({ rules }) => rules.map(({ id, wordingId }) => [id, wordingId]))),
    precedents: new Map(
      packs.flatMap(({ precedents }) => [...precedents.values()].flat().map(({ id, texts }) => [id, texts])),
    ),
    reasons: new Map(packs.map(({ meta, reasons }) => [meta.id, reasons])),
  };
}

/** Returns the texts of a finding. Throws an Error for a wording that none of the packs has. */
export function wordingIn({ wordings }: Pick<Messages, 'wordings'>, wordingId: string): Wording {
  const wording = wordings.get(wordingId);
  if (!wording) throw new Error(`no pack has the wording ${wordingId}`);
  return wording;
}

/** Returns the texts of a precedent. Throws an Error for one that none of the packs has. */
export function precedentIn({ precedents }: Pick<Messages, 'precedents'>, id: string): LocalizedPrecedent {
  const precedent = precedents.get(id);
  if (!precedent) throw new Error(`no pack has the precedent ${id}`);
  return precedent;
}

/** The reason why a match was judged lawful, in every locale of its pack, under the id of its texts. */
export interface Reason {
  readonly wordingId: string;
  readonly texts: Localized;
}

/** Looks up the reason of a match that was judged lawful by a pack. */
export type ReasonOf = (considered: Pick<Considered, 'ruleId' | 'because'>, packId: string) => Reason;

/**
 * Prepares the look-up of reasons; the same rule and cause give the same object.
 * The function returned throws an Error for an unknown pack, rule or cause.
 */
export function reasonsIn(messages: Messages): ReasonOf {
  const known = new Map<string, Reason>();
  return ({ ruleId, because }, packId) => {
    const key = `${ruleId} ${because}`;
    const made = known.get(key);
    if (made) return made;
    const sentences = messages.reasons.get(packId)?.get(because);
    const category = messages.wordings.get(messages.wordingIds.get(ruleId) ?? '')?.category;
    if (!sentences || !category) throw new Error(`the pack ${packId} has no reason for ${key}`);
    const texts = Object.fromEntries(
      Object.entries(sentences).map(([locale, sentence]) => [
        locale,
        sentence.replace('{category}', () => category[locale] ?? ''),
      ]),
    );
    const reason = { wordingId: wordingIdOf(texts), texts };
    known.set(key, reason);
    return reason;
  };
}
