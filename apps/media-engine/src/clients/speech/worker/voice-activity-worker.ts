import { openVoiceActivity, type VoiceActivity } from '@redline/speech';
import { answerCalls } from '../../images/worker/answer-calls.ts';
import { readSamples } from './read-samples.ts';
import type { VoiceActivityCalls } from './speech-protocol.ts';

let opened: Promise<VoiceActivity> | null = null;

/** The program of the voice activity process: finds speech in decoded sound, one stretch after the other. */
answerCalls<VoiceActivityCalls>({
  async find(samples) {
    opened ??= openVoiceActivity();
    const activity = await opened;
    const spans = await activity.find(readSamples(samples));
    const moved = (seconds: number) => samples.startSeconds + seconds;
    return spans.map(({ startSeconds, endSeconds }) => ({
      startSeconds: moved(startSeconds),
      endSeconds: moved(endSeconds),
    }));
  },
});
