import type { SpeechSpan } from '@redline/speech';

/** A stretch of a file of raw samples: one channel, 16 bits, 16 kHz. */
export interface Samples {
  readonly path: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** The calls that the voice activity process answers. */
export interface VoiceActivityCalls {
  /** Returns where in the stretch somebody speaks, in seconds from the beginning of the file. */
  readonly find: (samples: Samples) => readonly SpeechSpan[];
}

/** The calls that the transcriber process answers. */
export interface TranscriberCalls {
  /** Returns what is said in a stretch; empty if no words were found. */
  readonly transcribe: (input: { readonly samples: Samples; readonly language: string }) => string;
}
