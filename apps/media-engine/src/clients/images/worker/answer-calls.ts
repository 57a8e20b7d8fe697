import { ImageError } from '../image-error.ts';
import type { CallMessage, CallsOf, ReplyMessage } from './messages.ts';

/** The functions that answer calls. */
export type Answers<C extends CallsOf<C>> = {
  readonly [N in keyof C]: (input: Parameters<C[N]>[0]) => Promise<ReturnType<C[N]>>;
};

/** Answers the calls of the engine, as the program of a process, until the engine ends. */
export function answerCalls<C extends CallsOf<C>>(answers: Answers<C>): void {
  process.on('message', (message: CallMessage) => {
    void replyTo(answers, message).then((sent) => process.send?.(sent));
  });
  // The engine has ended.
  process.on('disconnect', () => process.exit());
}

async function replyTo<C extends CallsOf<C>>(
  answers: Answers<C>,
  { number, name, input }: CallMessage,
): Promise<ReplyMessage> {
  try {
    const answer = answers[name as keyof C] as (input: unknown) => Promise<unknown>;
    return { number, output: await answer(input) };
  } catch (error) {
    if (error instanceof ImageError) return { number, imageError: error.message };
    return { number, error: error instanceof Error ? error.message : 'unknown' };
  }
}
