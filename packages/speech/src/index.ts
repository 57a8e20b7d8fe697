export { sampleRate } from './activity/silero-network.ts';
export type { SpeechSpan } from './activity/speech-spans.ts';
export { openVoiceActivity, type VoiceActivity } from './activity/voice-activity.ts';
export { fetchSpeechModel } from './transcription/fetch-model.ts';
export { manifestName, type SpeechModelManifest } from './transcription/speech-model.ts';
export { openTranscriber, stretchSecondsMax, type Transcriber } from './transcription/transcriber.ts';
