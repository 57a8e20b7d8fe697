import { createChat, createLook, createTranscribe, type EndpointOptions } from '@redline/ai';
import type { Site } from '@redline/contracts';
import type { BlobStore } from '@redline/service-kit/blob';
import type { Bus } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import { heicConverter } from './clients/pictures/convert-heic.ts';
import { type LookAtPicture, pictureLooker } from './clients/pictures/look-at-picture.ts';
import { createPictureProcess } from './clients/pictures/picture-process.ts';
import { createTextReader } from './clients/pictures/read-text.ts';
import { seeWithModel } from './clients/pictures/see.ts';
import { programRunner } from './clients/programs/run-program.ts';
import { evaluator, labelsOf } from './clients/text-engine.ts';
import type { Transcriber } from './clients/videos/report-voice.ts';
import { videoWatcher, type WatchVideo } from './clients/videos/watch-video.ts';
import { type Config, transcriptionModelOf, visionModelOf } from './config.ts';
import type { Detector } from './domain/detection.ts';

/** One question to the process that decodes. */
const questionTimeoutMs = 30_000;
/** Then it is replaced, which gives back what native code kept. */
const questionsMax = 1_000;

/** What looks at pictures and videos, and how it is closed. */
export interface Detectors {
  readonly lookAtPicture: LookAtPicture;
  readonly watchVideo: WatchVideo;
  /** Whether voices of a site's language are transcribed here. */
  readonly canTranscribe: (site: Site) => boolean;
  readonly close: () => Promise<void>;
}

export function openDetectors(
  config: Config,
  { bus, blobs, log }: { readonly bus: Bus; readonly blobs: BlobStore; readonly log: Logger },
): Detectors {
  const pictures = createPictureProcess({ timeoutMs: questionTimeoutMs, questionsMax });
  const run = programRunner(config.PATH);
  const evaluate = evaluator(bus);
  const onFailure = (detector: Detector, error: unknown) =>
    log.warn({ err: error, detector }, 'a detector failed');
  const vision = visionModelOf(config);
  const lookAtPicture = pictureLooker({
    ...{ pictures, evaluate, onFailure },
    reader: createTextReader(run, { program: config.TESSERACT_PATH, concurrency: config.OCR_CONCURRENCY }),
    convertHeic: heicConverter(run, config.HEIF_CONVERT_PATH),
    see: vision && seeWithModel(createLook(createChat(vision)), labelsOf(bus)),
  });
  const transcriber = transcriberOf(config, transcriptionModelOf(config));
  const watchVideo = videoWatcher({
    ...{ transcriber, evaluate, onFailure, blobs },
    programs: { run, ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH },
    look: lookAtPicture,
  });
  const canTranscribe = ({ transcriptionLanguage }: Site) =>
    transcriber?.languages.includes(transcriptionLanguage) ?? false;
  return { lookAtPicture, watchVideo, canTranscribe, close: pictures.close };
}

const transcriberOf = (config: Config, options: EndpointOptions | null): Transcriber | null =>
  options && {
    transcribe: createTranscribe(options),
    languages: config.TRANSCRIPTION_LANGUAGES.split(',').map((language) => language.trim()),
  };
