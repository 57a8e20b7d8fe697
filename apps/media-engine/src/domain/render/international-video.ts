import {
  type anyVideoCheckItem,
  type anyVideoCheckRecord,
  type InternationalSite,
  renderPrecedents,
  riskLevelOfTier,
  worstRiskLevel,
} from '@redline/contracts';
import type { z } from 'zod';
import { inLocale, inLocaleOrNull } from '../locale.ts';
import { renderFrameFinding } from './finding.ts';
import { findingsByFrame } from './frame-findings.ts';
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

type Record = z.input<typeof anyVideoCheckRecord>;

/** Renders a video check for an international site, in the requested locale. */
export function renderVideo(
  check: StoredVideo,
  { objects }: InternationalSite,
  context: RenderContext,
): Record {
  const { platform, vertical, voice } = check;
  return {
    ...videoHead(check),
    object: objects.videoCheck,
    platform,
    vertical,
    video: videoFile(check),
    labels: videoLabels(check, context.locale),
    transcriptStatus: check.transcriptStatus,
    frames: framesOf(check, context),
    captions: captionsOfVideo(check),
    // No detector of sounds other than speech exists; `coverage` says so.
    audios: [],
    transcript: voice?.text ?? null,
    transcriptRisks: risksOf(check, context.locale),
    coverage: videoCoverage(check),
    updatedAt: check.updatedAt.toISOString(),
  };
}

/** Renders a video check in a list of an international site. */
export function renderListedVideo(
  check: ListedVideo,
  { objects, locales }: InternationalSite,
): z.input<typeof anyVideoCheckItem> {
  const { url, title, durationSeconds, vertical, transcriptStatus } = check;
  return {
    ...videoHead(check),
    object: objects.videoCheck,
    vertical,
    transcriptStatus,
    video: { url, title, durationSeconds },
    labels: videoLabels(check, locales[0]),
  };
}

function framesOf({ frames }: StoredVideo, { locale, urls }: RenderContext): Record['frames'] {
  const findings = findingsByFrame(frames ?? [], locale, (found) => ({
    ...renderFrameFinding(found, locale),
    riskLevel: riskLevelOfTier(found),
  }));
  return (frames ?? []).map((frame, place) => ({
    timeSeconds: frame.timeSeconds,
    riskLevel: worstRiskLevel(frame.detections.map(riskLevelOfTier)),
    description: descriptionOfFrame(frame, locale),
    imageUrl: urls.get(frame.imageKey) ?? null,
    ocrText: frame.ocrText,
    findings: findings[place] ?? [],
  }));
}

/** Renders transcript risks, with custom words among them as of low severity (document 4, Text checks, words, fixes). */
function risksOf({ voice }: StoredVideo, locale: string): Record['transcriptRisks'] {
  const found = (voice?.risks ?? []).map((risk) => ({
    ...renderSpokenWords(risk),
    severity: risk.severity,
    category: inLocale(risk.category, locale),
    suggestion: inLocale(risk.suggestion, locale),
    legalRef: inLocaleOrNull(risk.legalRef, locale),
    precedents: renderPrecedents(risk.precedents ?? [], locale),
    source: risk.source,
  }));
  const own = (voice?.customRisks ?? []).map((word) => ({
    ...renderSpokenWords(word),
    severity: 'low' as const,
    category: null,
    suggestion: word.note,
    legalRef: null,
    precedents: [],
    source: 'custom' as const,
  }));
  return [...found, ...own].sort((a, b) => a.startSeconds - b.startSeconds);
}

interface SpokenWords {
  readonly matchedText: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly sentence: string;
  readonly replacement: string | null;
}

/** Renders the words, times and replacement of a transcript risk. */
export const renderSpokenWords = ({
  matchedText,
  startSeconds,
  endSeconds,
  sentence,
  replacement,
}: SpokenWords) => ({
  matchedText,
  startSeconds,
  endSeconds,
  sentence,
  replacement,
});
