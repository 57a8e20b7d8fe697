import { createChat, createLabelPicture, type EndpointOptions, type LabelPicture } from '@redline/ai';
import type { Site } from '@redline/contracts';
import type { BlobStore } from '@redline/service-kit/blob';
import type { Bus } from '@redline/service-kit/bus';
import type { Logger } from '@redline/service-kit/log';
import { heicConverter } from './clients/images/convert-heic.ts';
import { createImageProcess } from './clients/images/image-process.ts';
import { normalPriority, type Priority, programRunner } from './clients/programs/run-program.ts';
import type { Sandbox } from './clients/sandbox/sandbox.ts';
import { evaluator, type ListLabels, labelLister } from './clients/text-engine.ts';
import { type Config, transcriptionModelOf, visionModelOf } from './config.ts';
import { allDetectors } from './detectors/all-detectors.ts';
import type { OnRead } from './detectors/text.ts';
import type { DetectorName } from './domain/detection.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import { type CheckImage, imageChecker } from './image/check-image.ts';
import { openRecognizers } from './open-recognizers.ts';
import { openSpeech } from './open-speech.ts';
import { type CheckVideo, videoChecker } from './video/check-video.ts';

/** A call to the image process that takes longer fails. */
const callTimeoutMs = 30_000;
/** After so many calls the image process is replaced, which frees memory that native code has leaked. */
const callsMax = 1_000;
/** A text engine that restarts on a busy machine takes some twenty seconds; the client of an image waits for a minute. */
const textEngineAwayMs = 25_000;
/** Programs of low priority get a tenth of a core on a busy machine, or less. */
const batchTimeoutFactor = 10;

/** The checks of images and videos, on processes of one priority. */
export interface Checkers {
  readonly checkImage: CheckImage;
  readonly checkVideo: CheckVideo;
}

/** The checks for single submissions, those for items of batches, and how both are closed. */
export interface AllCheckers extends Checkers {
  readonly ofBatches: Checkers;
  /** Tells whether voices of a site's language are transcribed by this installation. */
  readonly canTranscribe: (site: Site) => boolean;
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly bus: Bus;
  readonly blobs: BlobStore;
  readonly sandbox: Sandbox;
  readonly metrics: Pick<EngineMetrics, 'textPages'>;
  readonly log: Logger;
}

/** The models that both priorities share. */
interface Models {
  /** Null if no vision model is configured. */
  readonly labelPicture: LabelPicture | null;
  readonly listLabels: ListLabels;
  /** The endpoint of a speech model; null if none is configured. */
  readonly speechEndpoint: EndpointOptions | null;
}

/**
 * Opens the checks twice: items of batches have processes of their own, of low priority, so that no single check waits
 * behind an item of a batch. The processes for batches start with the first item.
 */
export function openCheckers(config: Config, parts: Parts): AllCheckers {
  const visionModel = visionModelOf(config);
  const models: Models = {
    labelPicture: visionModel && createLabelPicture(createChat(visionModel)),
    listLabels: labelLister(parts.bus),
    speechEndpoint: transcriptionModelOf(config),
  };
  const { close, languages, ...single } = openWithPriority(config, parts, models, normalPriority);
  const low = { niceness: config.BATCH_NICENESS, timeoutFactor: batchTimeoutFactor };
  const { close: closeBatches, languages: _, ...ofBatches } = openWithPriority(config, parts, models, low);
  return {
    ...single,
    ofBatches,
    canTranscribe: ({ transcriptionLanguage }) => languages.includes(transcriptionLanguage),
    async close() {
      await Promise.all([close(), closeBatches()]);
    },
  };
}

function openWithPriority(
  config: Config,
  { bus, blobs, sandbox, metrics, log }: Parts,
  models: Models,
  priority: Priority,
): Checkers & Pick<AllCheckers, 'close'> & { readonly languages: readonly string[] } {
  const { niceness, timeoutFactor } = priority;
  const timeoutMs = callTimeoutMs * timeoutFactor;
  const imageProcess = createImageProcess({ sandbox, timeoutMs, callsMax, niceness });
  const run = programRunner(sandbox, priority);
  const evaluate = evaluator(bus, textEngineAwayMs * timeoutFactor);
  const onFailure = (detector: DetectorName, error: unknown) =>
    log.warn({ err: error, detector }, 'a detector failed');
  const onRead: OnRead = (recognizer, failure) => {
    metrics.textPages.inc({ recognizer, outcome: failure ? 'failed' : 'read' });
    if (failure) log.warn({ err: failure.error, recognizer }, 'a recognizer of text failed');
  };
  const reading = openRecognizers(config, { sandbox, run, imageProcess, timeoutMs, niceness });
  const { recognizers } = reading;
  const speech = openSpeech(config, models.speechEndpoint, { sandbox, timeoutMs, timeoutFactor, niceness });
  const { findSpeech, transcriber } = speech;
  const onSpeechFailure = (error: unknown) => log.warn({ err: error }, 'voice activity failed');
  const detectors = allDetectors({
    imageProcess,
    recognizers,
    onRead,
    ...models,
    transcriber: transcriber && { transcriber, findSpeech, onSpeechFailure },
  });
  const checkImage = imageChecker({
    imageProcess,
    convertHeic: heicConverter(run, config.HEIF_CONVERT_PATH),
    detectors: detectors.page,
    evaluate,
    onFailure,
  });
  const checkVideo = videoChecker({
    programs: { run, ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH },
    checkFrame: checkImage,
    blobs,
    transcription: detectors.transcription,
    evaluate,
    onFailure,
  });
  const close = async () => {
    await Promise.all([imageProcess.close(), reading.close(), speech.close()]);
  };
  return { checkImage, checkVideo, close, languages: transcriber?.languages ?? [] };
}
