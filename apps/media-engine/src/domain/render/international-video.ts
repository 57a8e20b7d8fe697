import {
  type anyVideoCheckItem,
  type anyVideoCheckRecord,
  type InternationalSite,
  riskLevelOfTier,
  worstRiskLevel,
} from '@redline/contracts';
import type { z } from 'zod';
import { inLocale, inLocaleOrNull } from '../locale.ts';
import { findingOf } from './finding.ts';
import { findingsByFrame } from './frame-findings.ts';
import {
  type ListedVideo,
  type Showing,
  type StoredVideo,
  saidOfFrame,
  videoCoverage,
  videoFile,
  videoHead,
  videoLabels,
} from './video.ts';

type Record = z.input<typeof anyVideoCheckRecord>;

/** A video check as an international site shows it, in the language that is asked for. */
export function videoRecord(check: StoredVideo, { objects }: InternationalSite, showing: Showing): Record {
  const { platform, vertical, voice } = check;
  return {
    ...videoHead(check),
    object: objects.videoCheck,
    platform,
    vertical,
    video: videoFile(check),
    labels: videoLabels(check, showing.locale),
    transcriptStatus: check.transcriptStatus,
    frames: framesOf(check, showing),
    // Nothing here listens to sound that is no speech; `coverage` says so.
    audios: [],
    transcript: voice?.text ?? null,
    transcriptRisks: risksOf(check, showing.locale),
    coverage: videoCoverage(check),
    updatedAt: check.updatedAt.toISOString(),
  };
}

/** The same as its lists show it. */
export function videoItem(
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

function framesOf({ frames }: StoredVideo, { locale, urls }: Showing): Record['frames'] {
  const findings = findingsByFrame(frames ?? [], locale, (found) => ({
    ...findingOf(found, locale),
    riskLevel: riskLevelOfTier(found),
  }));
  return (frames ?? []).map((frame, place) => ({
    timeSeconds: frame.timeSeconds,
    riskLevel: worstRiskLevel(frame.detections.map(riskLevelOfTier)),
    description: saidOfFrame(frame, locale),
    imageUrl: urls.get(frame.imageKey) ?? null,
    ocrText: frame.ocrText,
    findings: findings[place] ?? [],
  }));
}

/** The account's own words come among the others, as of low severity (document 4, Text checks, words, fixes). */
function risksOf({ voice }: StoredVideo, locale: string): Record['transcriptRisks'] {
  const found = (voice?.risks ?? []).map((risk) => ({
    ...spokenOf(risk),
    severity: risk.severity,
    category: inLocale(risk.category, locale),
    suggestion: inLocale(risk.suggestion, locale),
    legalRef: inLocaleOrNull(risk.legalRef, locale),
    source: risk.source,
  }));
  const own = (voice?.customRisks ?? []).map((word) => ({
    ...spokenOf(word),
    severity: 'low' as const,
    category: null,
    suggestion: word.note,
    legalRef: null,
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

/** Where something was said, and what may be said instead. */
export const spokenOf = ({ matchedText, startSeconds, endSeconds, sentence, replacement }: SpokenWords) => ({
  matchedText,
  startSeconds,
  endSeconds,
  sentence,
  replacement,
});
