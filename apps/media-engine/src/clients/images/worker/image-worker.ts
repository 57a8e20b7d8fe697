import { PictureFault } from '../image-error.ts';
import { prepare, survey } from './decode.ts';
import type { Answer, Asked, QuestionName, Received, Sent } from './protocol.ts';
import { readCodes } from './read-codes.ts';

/** The program of the picture process: decodes pictures of strangers and looks at their pixels, one question at a time. */
const answers: { readonly [N in QuestionName]: (asked: Asked<N>) => Promise<Answer<N>> } = {
  survey,
  prepare,
  codes: readCodes,
  // Its model takes most of the memory and of the start: whoever never asks does not pay.
  nudity: async (asked) => (await import('./score-nudity.ts')).scoreNudity(asked),
};

process.on('message', (sent: Sent) => {
  void respond(sent).then((received) => process.send?.(received));
});
// Whoever asks is gone.
process.on('disconnect', () => process.exit());

async function respond({ number, name, asked }: Sent): Promise<Received> {
  try {
    const answer = answers[name] as (asked: unknown) => Promise<unknown>;
    return { number, answer: await answer(asked) };
  } catch (error) {
    if (error instanceof PictureFault) return { number, fault: error.message };
    return { number, error: error instanceof Error ? error.message : 'unknown' };
  }
}
