import type { Confirm as AskModel } from '@redline/ai';
import type { Confirm } from '../domain/notices/named-industries.ts';

/** Asks a model which of the industries whose keywords stand in a text it really concerns. Throws what the model throws. */
export function confirmWithModel(ask: AskModel): Confirm {
  return async ({ text, language, candidates }) => {
    const hits = candidates.map(({ label, keywords }) => ({ keyword: keywords.join(' / '), about: label }));
    const { confirmed } = await ask({ text, language, hits });
    return candidates.filter((_, at) => confirmed.includes(at)).map(({ industry }) => industry);
  };
}
