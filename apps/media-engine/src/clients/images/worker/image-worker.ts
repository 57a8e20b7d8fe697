import { ImageError } from '../image-error.ts';
import { prepare, survey } from './decode.ts';
import type { CallInput, CallMessage, CallName, CallOutput, ReplyMessage } from './protocol.ts';
import { readCodes } from './read-codes.ts';

/** The program of the image process: decodes images of strangers and classifies their pixels, one call at a time. */
const calls: { readonly [N in CallName]: (input: CallInput<N>) => Promise<CallOutput<N>> } = {
  survey,
  prepare,
  codes: readCodes,
  // Loaded on its first call, because the model takes most of the memory and of the start.
  nudity: async (input) => (await import('./score-nudity.ts')).scoreNudity(input),
};

process.on('message', (message: CallMessage) => {
  void reply(message).then((sent) => process.send?.(sent));
});
// The engine has ended.
process.on('disconnect', () => process.exit());

async function reply({ number, name, input }: CallMessage): Promise<ReplyMessage> {
  try {
    const call = calls[name] as (input: unknown) => Promise<unknown>;
    return { number, output: await call(input) };
  } catch (error) {
    if (error instanceof ImageError) return { number, imageError: error.message };
    return { number, error: error instanceof Error ? error.message : 'unknown' };
  }
}
