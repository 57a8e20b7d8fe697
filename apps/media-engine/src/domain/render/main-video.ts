import type { anyMainVideoCheckItem, anyMainVideoCheckRecord, MainSite } from '@redline/contracts';
import type { z } from 'zod';
import { inLocale, inLocaleOrNull } from '../locale.ts';
import { mostSevereOf } from '../verdict.ts';
import { countVideoTiers } from './count-tiers.ts';
import { findingOf, tierOf } from './finding.ts';
import { findingsByFrame } from './frame-findings.ts';
import { spokenOf } from './international-video.ts';
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

type Record = z.input<typeof anyMainVideoCheckRecord>;

/** A video check as the main site shows it. */
export function mainVideoRecord(check: StoredVideo, { objects }: MainSite, showing: Showing): Record {
  const { platform, productVertical, voice, transcriptStatus } = check;
  const frames = framesOf(check, showing);
  const transcriptRisks = risksOf(check, showing.locale);
  const customTranscriptRisks = (voice?.customRisks ?? []).map((word) => ({
    ...spokenOf(word),
    note: word.note,
  }));
  return {
    ...videoHead(check),
    object: objects.videoCheck,
    platform,
    productVertical: productVertical ?? '',
    video: { ...videoFile(check), purged: showing.isPurged },
    summary: { ...countVideoTiers(check), custom: customTranscriptRisks.length, semantic: 0 },
    frames,
    // Nothing here listens to sound that is no speech; `coverage` says so.
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

/** The same as its lists show it. */
export function mainVideoItem(
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

/** A frame stands for the gravest that was found in it. */
function framesOf({ frames }: StoredVideo, { locale, urls }: Showing): Record['frames'] {
  const findings = findingsByFrame(frames ?? [], locale, (found) => ({
    ...tierOf(found, locale),
    ...findingOf(found, locale),
  }));
  return (frames ?? []).map((frame, place) => {
    const gravest = mostSevereOf(frame.detections);
    return {
      timeSeconds: frame.timeSeconds,
      ...(gravest ? tierOf(gravest, locale) : { tier: null, tierLabel: null, tierReason: null }),
      description: saidOfFrame(frame, locale),
      imageUrl: urls.get(frame.imageKey) ?? null,
      ocrText: frame.ocrText,
      findings: findings[place] ?? [],
    };
  });
}

const risksOf = ({ voice }: StoredVideo, locale: string): Record['transcriptRisks'] =>
  (voice?.risks ?? []).map((risk) => ({
    ...spokenOf(risk),
    ...tierOf(risk, locale),
    kind: risk.kind,
    severity: risk.severity,
    source: risk.source,
    origin: risk.origin,
    category: inLocale(risk.category, locale),
    suggestion: inLocale(risk.suggestion, locale),
    legalRef: inLocaleOrNull(risk.legalRef, locale),
  }));
