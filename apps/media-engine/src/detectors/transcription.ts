import { openAsBlob } from 'node:fs';
import type { Transcribe } from '@redline/ai';
import { sampleBytes, sampleRate, type Voice } from '../clients/ffmpeg/extract-audio.ts';
import { sentencesOf, timedByPauses } from '../domain/videos/sentences.ts';
import { partsOf, soundsBetween } from '../domain/videos/silences.ts';
import type { Stages } from '../domain/videos/stages.ts';
import type { Span, Spoken } from '../domain/videos/timed-text.ts';

/** Endpoints take 25 MB; ten minutes are 19 MB. */
const partSecondsMax = 600;

/**
 * Has a voice transcribed, in parts where it is long. A part that was heard is kept as a stage.
 * @param language as ISO 639-1 names it
 * @returns sentences with their times; none where nothing was said
 * @throws ModelFault where a part cannot be heard: half a transcript would pass for a whole one
 */
export async function hearVoice(
  transcribe: Transcribe,
  {
    voice,
    language,
    stages,
    signal,
  }: { voice: Voice; language: string; stages: Stages; signal: AbortSignal },
): Promise<readonly Spoken[]> {
  const parts = partsOf(voice.pauses, voice.durationSeconds, partSecondsMax);
  const heard: Spoken[] = [];
  for (const [number, part] of parts.entries()) {
    signal.throwIfAborted();
    const isSilent = !voice.sounds.some(
      (sound) => sound.startSeconds < part.endSeconds && sound.endSeconds > part.startSeconds,
    );
    if (isSilent) continue;
    const name = `heard:${number}`;
    const kept = stages.get<readonly Spoken[]>(name);
    const sentences = kept ?? (await hearPart(transcribe, voice, part, language));
    if (!kept) await stages.keep(name, sentences);
    heard.push(...sentences);
  }
  return heard;
}

async function hearPart(
  transcribe: Transcribe,
  voice: Voice,
  part: Span,
  language: string,
): Promise<readonly Spoken[]> {
  const durationSeconds = part.endSeconds - part.startSeconds;
  const audio = await wavOf(voice.path, part);
  const { text, segments } = await transcribe({ audio, filename: 'voice.wav', durationSeconds, language });
  if (text === '') return [];
  if (segments) {
    const moved = segments.map((segment) => ({
      ...segment,
      startSeconds: segment.startSeconds + part.startSeconds,
      endSeconds: segment.endSeconds + part.startSeconds,
    }));
    return sentencesOf(moved);
  }
  const sounds = soundsBetween(voice.pauses, voice.durationSeconds).filter(
    (sound) => sound.endSeconds > part.startSeconds && sound.startSeconds < part.endSeconds,
  );
  return timedByPauses(text, sounds.length > 0 ? sounds : [part]);
}

/** A stretch of bare samples as a WAV file, which is read from disk as it is sent. */
async function wavOf(path: string, { startSeconds, endSeconds }: Span): Promise<Blob> {
  const byteAt = (seconds: number) => Math.floor(seconds * sampleRate) * sampleBytes;
  const samples = (await openAsBlob(path)).slice(byteAt(startSeconds), byteAt(endSeconds));
  return new Blob([headOf(samples.size), samples], { type: 'audio/wav' });
}

/** RIFF, one chunk of format (PCM, one channel) and one of data. */
function headOf(bytes: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * sampleBytes, 28);
  head.writeUInt16LE(sampleBytes, 32);
  head.writeUInt16LE(8 * sampleBytes, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
}
