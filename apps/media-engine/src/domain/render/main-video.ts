import {
  type anyMainVideoCheckItem,
  type anyMainVideoCheckRecord,
  type MainSite,
  renderPrecedents,
} from '@redline/contracts';
import type { z } from 'zod';
import { inLocale, inLocaleOrNull } from '../locale.ts';
import { mostSevereOf } from '../verdict.ts';
import { countVideoTiers } from './count-tiers.ts';
import { renderFrameFinding, renderTier } from './finding.ts';
import { findingsByFrame } from './frame-findings.ts';
import { renderSpokenWords } from './international-video.ts';
import {
  captionsOfVideo,
  descriptionOfFrame,
  type ListedVideo,
  type RenderContext,
  type StoredVideo,
  videoCoverage,
  videoFile,
  videoHead,
  videoLabels,
} from './video.ts';

type Record = z.input<typeof anyMainVideoCheckRecord>;

/** Renders a video check for the main site. */
export function renderMainVideo(check: StoredVideo, { objects }: MainSite, context: RenderContext): Record {
  const { platform, productVertical, voice, transcriptStatus } = check;
  const frames = framesOf(check, context);
  const transcriptRisks = risksOf(check, context.locale);
  const customTranscriptRisks = (voice?.customRisks ?? []).map((word) => ({
    ...renderSpokenWords(word),
    note: word.note,
  }));
  return {
    ...videoHead(check),
    object: objects.videoCheck,
    platform,
    productVertical: productVertical ?? '',
    video: { ...videoFile(check), purged: context.isPurged },
    summary: { ...countVideoTiers(check), custom: customTranscriptRisks.length, semantic: 0 },
    frames,
    captions: captionsOfVideo(check),
    // No detector of sounds other than speech exists; `coverage` says so.
    audios: [],
    transcript: { status: transcriptStatus, text: voice?.text ?? null },
    transcriptRisks,
    customTranscriptRisks,
    linkedTextCheckId: check.textCheckId,
    driftStatus: check.driftStatus,
    coverage: videoCoverage(check),
    updatedAt: check.updatedAt.toISOString(),
  };
}

/** Renders a video check in a list of the main site. */
export function renderMainListedVideo(
  check: ListedVideo,
  { objects, locales }: MainSite,
): z.input<typeof anyMainVideoCheckItem> {
  const { platform, productVertical, transcriptStatus } = check;
  return {
    ...videoHead(check),
    object: objects.videoCheck,
    platform,
    productVertical: productVertical ?? '',
    video: videoFile(check),
    transcriptStatus,
    labels: videoLabels(check, locales[0]),
  };
}

/** Renders frames, each with the tier of its most severe finding. */
function framesOf({ frames }: StoredVideo, { locale, urls }: RenderContext): Record['frames'] {
  const findings = findingsByFrame(frames ?? [], locale, (found) => ({
    ...renderTier(found, locale),
    ...renderFrameFinding(found, locale),
  }));
  return (frames ?? []).map((frame, place) => {
    const worst = mostSevereOf(frame.detections);
    return {
      timeSeconds: frame.timeSeconds,
      ...(worst ? renderTier(worst, locale) : { tier: null, tierLabel: null, tierReason: null }),
      description: descriptionOfFrame(frame, locale),
      imageUrl: urls.get(frame.imageKey) ?? null,
      ocrText: frame.ocrText,
      findings: findings[place] ?? [],
    };
  });
}

const risksOf = ({ voice }: StoredVideo, locale: string): Record['transcriptRisks'] =>
  (voice?.risks ?? []).map((risk) => ({
    ...renderSpokenWords(risk),
    ...renderTier(risk, locale),
    kind: risk.kind,
    severity: risk.severity,
    source: risk.source,
    origin: risk.origin,
    category: inLocale(risk.category, locale),
    suggestion: inLocale(risk.suggestion, locale),
    legalRef: inLocaleOrNull(risk.legalRef, locale),
    precedents: renderPrecedents(risk.precedents ?? [], locale),
  }));
