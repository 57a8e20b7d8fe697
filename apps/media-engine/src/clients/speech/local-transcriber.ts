import { stretchSecondsMax } from '@redline/speech';
import { timedByPauses } from '../../domain/videos/sentences.ts';
import { stretchesOf } from '../../domain/videos/stretches.ts';
import type { TimedText } from '../../domain/videos/timed-text.ts';
import type { Transcriber } from './transcriber.ts';
import type { TranscriberProcess } from './transcriber-process.ts';

/**
 * Creates the transcriber with a model of this installation. Only stretches in which somebody speaks are transcribed, since
 * such models write words for music, too.
 * @param process in which the model is loaded
 */
export const localTranscriber = (
  process: Pick<TranscriberProcess, 'call'>,
  languages: readonly string[],
): Transcriber => ({
  languages,
  async transcribe({ path, speech, language }, signal) {
    const sentences: TimedText[] = [];
    for (const { startSeconds, endSeconds, speech: inside } of stretchesOf(speech, stretchSecondsMax)) {
      signal.throwIfAborted();
      const samples = { path, startSeconds, endSeconds };
      const text = await process.call('transcribe', { samples, language }, signal);
      if (text !== '') sentences.push(...timedByPauses(text, inside));
    }
    return sentences;
  },
});
