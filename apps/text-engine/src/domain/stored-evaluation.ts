import type { LocalizedPrecedent } from '@redline/contracts';
import {
  type Evaluation,
  type Messages,
  precedentIn,
  reasonsIn,
  wordingIn,
} from '@redline/rule-engine/evaluate';
import type { Considered } from '@redline/rule-engine/judge';
import type { Localized, Wording } from '@redline/rule-engine/pack';

/** Texts that many records share: those of a rule's findings, the reason why a match was lawful, or those of a precedent. */
export type StoredTexts = Wording | Localized | LocalizedPrecedent;

/** A match that was judged lawful, in its record. Records of older versions have no reason. */
export interface StoredConsidered extends Considered {
  readonly wordingId?: string;
}

/** An evaluation as its record stores it. Texts are stored once for all records, under their ids. */
export interface StoredEvaluation extends Omit<Evaluation, 'considered'> {
  readonly considered: readonly StoredConsidered[];
}

/** An evaluation to be stored, with the texts that it refers to. */
export interface EvaluationToStore {
  readonly stored: StoredEvaluation;
  readonly texts: ReadonlyMap<string, StoredTexts>;
}

/** Turns evaluations into what records store. */
export type StoreEvaluation = (evaluation: Evaluation) => EvaluationToStore;

/**
 * Prepares evaluations by some packs for storing.
 * The function returned throws an Error for an evaluation by another pack.
 */
export function storedBy(messages: Messages): StoreEvaluation {
  const reasonOf = reasonsIn(messages);
  return (evaluation) => {
    const texts = new Map<string, StoredTexts>();
    for (const { wordingId, precedentIds = [] } of evaluation.findings) {
      texts.set(wordingId, wordingIn(messages, wordingId));
      for (const id of precedentIds) texts.set(id, precedentIn(messages, id));
    }
    const considered = evaluation.considered.map((one) => {
      const reason = reasonOf(one, evaluation.pack.id);
      texts.set(reason.wordingId, reason.texts);
      return { ...one, wordingId: reason.wordingId };
    });
    return { stored: { ...evaluation, considered }, texts };
  };
}
