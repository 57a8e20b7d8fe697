import { type Confirm as AskModel, ModelError } from '@redline/ai';
import type { Confirm } from '@redline/rule-engine/notices';

/** Whoever asks for notices waits for them; a check, for which the model may take longer, has time. */
const answerTimeoutMs = 8_000;

/**
 * Asks a model which of the industries whose keywords stand in a text it really concerns. Throws what the model throws,
 * and a ModelError when it takes longer than somebody who waits for notices should.
 */
export function confirmWithModel(ask: AskModel, timeoutMs = answerTimeoutMs): Confirm {
  return async ({ text, language, candidates }) => {
    const hits = candidates.map(({ label, keywords }) => ({ keyword: keywords.join(' / '), about: label }));
    const { confirmed } = await within(timeoutMs, ask({ text, language, hits }));
    return candidates.filter((_, at) => confirmed.includes(at)).map(({ industry }) => industry);
  };
}

/** The question goes on to its own end, unheard. */
async function within<T>(timeoutMs: number, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new ModelError('timeout', 'too late for notices')), timeoutMs);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
