import { createChat, createLook, createTranscribe, type EndpointOptions } from '@redline/ai';
import type { Site } from '@redline/contracts';
import type { BlobStore } from '@redline/service-kit/blob';
import type { Bus } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import { heicConverter } from './clients/images/convert-heic.ts';
import { createPictureProcess } from './clients/images/image-process.ts';
import { programRunner, type Standing, urgent } from './clients/programs/run-program.ts';
import { createTextReader } from './clients/programs/tesseract.ts';
import { evaluator, labelsOf } from './clients/text-engine.ts';
import { type Config, transcriptionModelOf, visionModelOf } from './config.ts';
import { type See, seeWithModel } from './detectors/vision.ts';
import type { Detector } from './domain/detection.ts';
import { type LookAtPicture, pictureLooker } from './image/check-image.ts';
import { videoWatcher, type WatchVideo } from './video/check-video.ts';
import type { Transcriber } from './video/check-voice.ts';

/** One question to the process that decodes. */
const questionTimeoutMs = 30_000;
/** Then it is replaced, which gives back what native code kept. */
const questionsMax = 1_000;
/** A text engine that starts again on a busy machine takes some twenty seconds; who waits for an image waits for a minute. */
const rulesAwayMs = 25_000;
/** What stands back on a busy machine gets a tenth of a core, or less. */
const batchPatience = 10;

/** What looks at pictures and videos. */
export interface Lane {
  readonly lookAtPicture: LookAtPicture;
  readonly watchVideo: WatchVideo;
}

/** What works on single checks, what works on items of batches, and how both are closed. */
export interface Detectors extends Lane {
  readonly ofBatches: Lane;
  /** Whether voices of a site's language are transcribed here. */
  readonly canTranscribe: (site: Site) => boolean;
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly bus: Bus;
  readonly blobs: BlobStore;
  readonly log: Logger;
}

/**
 * Opens the detectors twice: those that work on items of batches have processes of their own, which stand back behind
 * everybody else's, so that no single check waits behind one of a batch. What a batch needs starts with the first of them.
 */
export function openDetectors(config: Config, parts: Parts): Detectors {
  const vision = visionModelOf(config);
  const transcriber = transcriberOf(config, transcriptionModelOf(config));
  const models = {
    see: vision && seeWithModel(createLook(createChat(vision)), labelsOf(parts.bus)),
    transcriber,
  };
  const { close, ...single } = openLane(config, { ...parts, ...models }, urgent);
  const standing = { niceness: config.BATCH_NICENESS, patience: batchPatience };
  const { close: closeBatches, ...ofBatches } = openLane(config, { ...parts, ...models }, standing);
  return {
    ...single,
    ofBatches,
    canTranscribe: ({ transcriptionLanguage }) =>
      transcriber?.languages.includes(transcriptionLanguage) ?? false,
    async close() {
      await Promise.all([close(), closeBatches()]);
    },
  };
}

function openLane(
  config: Config,
  {
    bus,
    blobs,
    log,
    see,
    transcriber,
  }: Parts & { readonly see: See | null; readonly transcriber: Transcriber | null },
  standing: Standing,
): Lane & Pick<Detectors, 'close'> {
  const { niceness, patience } = standing;
  const pictures = createPictureProcess({ timeoutMs: questionTimeoutMs * patience, questionsMax, niceness });
  const run = programRunner(config.PATH, standing);
  const evaluate = evaluator(bus, rulesAwayMs * patience);
  const onFailure = (detector: Detector, error: unknown) =>
    log.warn({ err: error, detector }, 'a detector failed');
  const lookAtPicture = pictureLooker({
    ...{ pictures, evaluate, onFailure, see },
    reader: createTextReader(run, { program: config.TESSERACT_PATH, concurrency: config.OCR_CONCURRENCY }),
    convertHeic: heicConverter(run, config.HEIF_CONVERT_PATH),
  });
  const watchVideo = videoWatcher({
    ...{ transcriber, evaluate, onFailure, blobs },
    programs: { run, ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH },
    look: lookAtPicture,
  });
  return { lookAtPicture, watchVideo, close: pictures.close };
}

const transcriberOf = (config: Config, options: EndpointOptions | null): Transcriber | null =>
  options && {
    transcribe: createTranscribe(options),
    languages: config.TRANSCRIPTION_LANGUAGES.split(',').map((language) => language.trim()),
  };
