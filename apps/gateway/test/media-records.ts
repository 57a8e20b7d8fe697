import type { imageRequests, videoRequests } from '@redline/contracts';
import type { z } from 'zod';

export type ImageBody = z.output<(typeof imageRequests)['prepare']['request']>['check'];
export type VideoBody = z.output<(typeof videoRequests)['prepare']['request']>['check'];

type Found<R extends { get: { reply: z.ZodTypeAny } }> = Extract<
  z.input<R['get']['reply']>,
  { outcome: 'found' }
>['record'];
type Item<R extends { list: { reply: z.ZodTypeAny } }> = z.input<R['list']['reply']>['items'][number];

interface Shown<B> {
  readonly check: B;
  readonly status: 'processing' | 'completed' | 'failed';
}

const at = '2026-11-21T12:00:00.000Z';
const noSummary = { strict: 0, soft: 0, custom: 0, semantic: 0 };
const coverage = [{ detector: 'text' as const, status: 'ran' as const }];
const riskLevelOf = (status: string) => (status === 'completed' ? ('PASS' as const) : null);

/** An image check without risks, as the engine shows it on its site. */
export function renderImage(id: string, { check, status }: Shown<ImageBody>): Found<typeof imageRequests> {
  const { imageUrl: url, imageTitle: title, imageSize: sizeBytes } = check;
  const image = { url, title, sizeBytes, width: 1080, height: 1080 };
  const riskLevel = riskLevelOf(status);
  const shared = { id, status, riskLevel, image, labels: [], coverage, createdAt: at, updatedAt: at };
  return 'explainLocale' in check
    ? { ...shared, object: 'intl_image_check', vertical: check.vertical ?? null }
    : { ...shared, object: 'image_check', productVertical: check.productVertical, summary: noSummary };
}

/** The same in a list. */
export function renderImageItem(id: string, { check, status }: Shown<ImageBody>): Item<typeof imageRequests> {
  const { imageUrl: url, imageTitle: title, imageSize: sizeBytes } = check;
  const shared = { id, status, riskLevel: riskLevelOf(status), labels: [], createdAt: at };
  return 'explainLocale' in check
    ? { ...shared, object: 'intl_image_check', image: { url, title }, vertical: check.vertical ?? null }
    : { ...shared, object: 'image_check', image: { url, title, sizeBytes } };
}

const videoOf = ({ videoUrl, videoTitle, videoSize, videoDuration }: VideoBody) => ({
  url: videoUrl,
  title: videoTitle,
  sizeMb: videoSize,
  durationSeconds: videoDuration,
  width: null,
  height: null,
});

/** A video check without a verdict, as the engine shows it on its site. */
export function renderVideo(id: string, { check, status }: Shown<VideoBody>): Found<typeof videoRequests> {
  const { platform } = check;
  const video = videoOf(check);
  const shared = {
    id,
    status,
    platform,
    riskLevel: null,
    frames: [],
    audios: [],
    coverage: [],
    transcriptRisks: [],
  };
  const times = { createdAt: at, updatedAt: at };
  if (!('productVertical' in check)) {
    const { vertical = null } = check;
    const voice = { transcript: null, transcriptStatus: null };
    return { ...shared, ...times, ...voice, object: 'intl_video_check', video, vertical, labels: [] };
  }
  return {
    ...shared,
    ...times,
    object: 'video_check',
    productVertical: check.productVertical,
    video: { ...video, purged: false },
    summary: noSummary,
    transcript: { status: null, text: null },
    customTranscriptRisks: [],
    linkedTextCheckId: null,
    driftStatus: null,
  };
}

/** The same in a list. */
export function renderVideoItem(id: string, { check, status }: Shown<VideoBody>): Item<typeof videoRequests> {
  const { url, title, durationSeconds, ...measures } = videoOf(check);
  const video = { url, title, durationSeconds };
  const shared = { id, status, riskLevel: null, labels: [], transcriptStatus: null, createdAt: at };
  if (!('productVertical' in check)) {
    return { ...shared, object: 'intl_video_check', video, vertical: check.vertical ?? null };
  }
  const { platform, productVertical } = check;
  return { ...shared, object: 'video_check', productVertical, platform, video: { ...video, ...measures } };
}
