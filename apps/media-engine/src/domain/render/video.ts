import type { driftStatuses, RiskLevel, transcriptStatuses } from '@redline/contracts';
import type { Coverage, Localized } from '../detection.ts';
import { inLocale } from '../locale.ts';
import type { StoredFrame, VoiceReport } from '../videos/reports.ts';

export type TranscriptStatus = (typeof transcriptStatuses)[number];
export type DriftStatus = (typeof driftStatuses)[number];

/** What is kept of what was said. */
export type StoredVoice = Pick<VoiceReport, 'text' | 'risks' | 'customRisks' | 'coverage'>;

/** What a list of videos is made from. */
export interface ListedVideo {
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
  /** Null but on the main site. */
  readonly productVertical: string | null;
  readonly platform: string;
  readonly vertical: string | null;
  readonly url: string;
  readonly title: string;
  readonly sizeMb: number;
  readonly durationSeconds: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly riskLevel: RiskLevel | null;
  readonly labels: readonly Localized[] | null;
  readonly transcriptStatus: TranscriptStatus | null;
  readonly createdAt: Date;
}

/** A video check as it is kept. */
export interface StoredVideo extends ListedVideo {
  readonly frames: readonly StoredFrame[] | null;
  readonly visualCoverage: readonly Coverage[] | null;
  /** The pictures of its frames have not been removed yet. */
  readonly hasPictures: boolean;
  readonly voice: StoredVoice | null;
  readonly textCheckId: string | null;
  readonly driftStatus: DriftStatus | null;
  readonly updatedAt: Date;
}

/** What is only known where it is shown. */
export interface Showing {
  readonly locale: string;
  /** URLs of kept pictures, by key; none where they are gone. */
  readonly urls: ReadonlyMap<string, string>;
  /** The file is gone. */
  readonly isPurged: boolean;
}

/** What every site shows of a video alike. */
export function videoHead(check: ListedVideo) {
  return {
    id: check.id,
    // What is cancelled is deleted with it and shown to nobody.
    status: check.status === 'cancelled' ? 'failed' : check.status,
    riskLevel: check.riskLevel,
    createdAt: check.createdAt.toISOString(),
  } as const;
}

/** The file, as it was declared; measures that were not are those that were found. */
export function videoFile(check: ListedVideo) {
  const { url, title, sizeMb, durationSeconds, width, height } = check;
  return { url, title, sizeMb, durationSeconds, width, height };
}

/** Labels in one language, each once. */
export const videoLabels = ({ labels }: ListedVideo, locale: string): string[] => [
  ...new Set((labels ?? []).map((label) => inLocale(label, locale))),
];

/** What looked and listened; where several parts of a video were looked at, each detector is named once. */
export function videoCoverage({ visualCoverage, voice }: StoredVideo): Coverage[] {
  const named = new Map<string, Coverage>();
  for (const one of [...(visualCoverage ?? []), ...(voice?.coverage ?? [])]) {
    if (named.get(one.detector)?.status !== 'failed') named.set(one.detector, one);
  }
  return [...named.values()];
}

/** What was found in one frame, in one sentence; empty where nothing was. */
export const saidOfFrame = ({ detections }: StoredFrame, locale: string): string =>
  [...new Set(detections.map(({ description }) => inLocale(description, locale)))].join(
    locale.startsWith('zh') ? '；' : '; ',
  );
