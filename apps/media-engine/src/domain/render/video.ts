import {
  type driftStatuses,
  failureWhere,
  type RiskLevel,
  type transcriptStatuses,
} from '@redline/contracts';
import type { Coverage, Localized } from '../detection.ts';
import { inLocale } from '../locale.ts';
import type { StoredFrame, VoiceReport } from '../videos/reports.ts';

export type TranscriptStatus = (typeof transcriptStatuses)[number];
export type DriftStatus = (typeof driftStatuses)[number];

/** The stored part of a voice report. */
export type StoredVoice = Pick<VoiceReport, 'text' | 'risks' | 'customRisks' | 'coverage'>;

/** The columns of a video check that lists render. */
export interface ListedVideo {
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
  /** A word of the owner's, and its sentence; null unless it has failed. */
  readonly failureReason: string | null;
  readonly lastError: string | null;
  /** Null except on the main site. */
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

/** The stored row of a video check. */
export interface StoredVideo extends ListedVideo {
  readonly frames: readonly StoredFrame[] | null;
  readonly visualCoverage: readonly Coverage[] | null;
  /** Tells whether the pictures of its frames are still stored. */
  readonly hasPictures: boolean;
  readonly voice: StoredVoice | null;
  readonly textCheckId: string | null;
  readonly driftStatus: DriftStatus | null;
  readonly updatedAt: Date;
}

/** Values for rendering that are not in the row. */
export interface RenderContext {
  readonly locale: string;
  /** URLs of stored pictures, by key; empty if they are removed. */
  readonly urls: ReadonlyMap<string, string>;
  /** Tells whether the uploaded file is removed. */
  readonly isPurged: boolean;
}

/** Renders the first fields of a video check, which all sites share. */
export function videoHead(check: ListedVideo) {
  return {
    id: check.id,
    // A cancelled check is deleted too, so it is never rendered.
    status: check.status === 'cancelled' ? 'failed' : check.status,
    failure: failureWhere(check),
    riskLevel: check.riskLevel,
    createdAt: check.createdAt.toISOString(),
  } as const;
}

/** Renders the file as it was declared; width and height are measured if they were not declared. */
export function videoFile(check: ListedVideo) {
  const { url, title, sizeMb, durationSeconds, width, height } = check;
  return { url, title, sizeMb, durationSeconds, width, height };
}

/** Renders labels in one locale, each once. */
export const videoLabels = ({ labels }: ListedVideo, locale: string): string[] => [
  ...new Set((labels ?? []).map((label) => inLocale(label, locale))),
];

/** Merges the coverage of frames and voice: one entry per detector, `failed` if it failed in either. */
export function videoCoverage({ visualCoverage, voice }: StoredVideo): Coverage[] {
  const named = new Map<string, Coverage>();
  for (const one of [...(visualCoverage ?? []), ...(voice?.coverage ?? [])]) {
    if (named.get(one.detector)?.status !== 'failed') named.set(one.detector, one);
  }
  return [...named.values()];
}

/** Renders captions; rows that are older than these have none. */
export const captionsOfVideo = ({ frames }: StoredVideo) =>
  (frames ?? [])
    .flatMap(({ captions = [] }) => captions)
    .map(({ text, startSeconds, endSeconds, riskLevel }) => ({ text, startSeconds, endSeconds, riskLevel }));

/** Joins the descriptions of the findings on a frame to one sentence; empty if there are none. */
export const descriptionOfFrame = ({ detections }: StoredFrame, locale: string): string =>
  [...new Set(detections.map(({ description }) => inLocale(description, locale)))].join(
    locale.startsWith('zh') ? '；' : '; ',
  );
