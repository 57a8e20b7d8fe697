import { z } from 'zod';
import { failureField } from '../failures.ts';
import type { InternationalSite } from '../sites/site.ts';
import { choiceSchema, numberSchema, textSchema, urlSchema } from '../strings.ts';
import { pagingSchema } from './envelope.ts';
import { captionList, coverageList, foundOnFrame, frameFindings, mediaRiskLevel, pixels } from './media.ts';
import { precedentList } from './precedents.ts';
import { checkStatuses, riskSources, severities } from './text-checks.ts';

/** States of a transcript; `empty` has no voice, null is not transcribed at all. */
export const transcriptStatuses = ['processing', 'completed', 'failed', 'empty'] as const;
export const transcriptStatus = z
  .enum(transcriptStatuses)
  .nullable()
  .describe('Null where nothing transcribes; empty where there is no voice');

/** The fields of a submission that are the same on every site. */
export const declaredVideo = {
  videoUrl: urlSchema('videoUrl'),
  videoTitle: textSchema('videoTitle', 1, 500),
  videoSize: numberSchema('videoSize', { min: 0.01, max: 1024, unit: 'MB' }),
  // The documents name no longest video; this is the largest quantity of one billed line.
  videoDuration: numberSchema('videoDuration', { min: 1, max: 1_000_000, unit: 'seconds' }).describe(
    'Seconds, fractions included; billed by the whole second, rounded up',
  ),
  videoWidth: pixels('videoWidth').optional(),
  videoHeight: pixels('videoHeight').optional(),
};

/** Builds the body of a submission on one site. */
export function videoCheckBody(site: InternationalSite) {
  return z.object({
    ...declaredVideo,
    platform: choiceSchema('platform', site.platforms)
      .default(site.defaultVideoPlatform)
      .describe('Decides the rules for the voiceover'),
    vertical: choiceSchema('vertical', site.verticals)
      .optional()
      .describe('Decides the rules for the voiceover; those of every category when left out'),
  });
}

/** Query of the list; all filters that are given must match. */
export const videoCheckQuery = pagingSchema.extend({
  status: choiceSchema('status', checkStatuses).optional(),
});

/** Builds the query of a single video: the locale of its explanations. */
export function videoExplained(site: InternationalSite) {
  return z.object({ explainLocale: choiceSchema('explainLocale', site.locales).default(site.locales[0]) });
}

/** The video of a record. */
export const shownVideo = z.object({
  url: z.string(),
  title: z.string(),
  sizeMb: z.number(),
  durationSeconds: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});

/** A stored frame of the video. */
export const frameParts = {
  timeSeconds: z.number(),
  description: z.string().describe('Empty where the frame has no risk'),
  imageUrl: z.string().nullable().describe('Signed, valid for one hour; null once the file was removed'),
  ocrText: z.string(),
};

/** A segment of the sound track. */
export const audioParts = {
  startSeconds: z.number(),
  endSeconds: z.number(),
  description: z.string(),
  text: z.string(),
};

const frameFinding = z.object({ description: z.string(), riskLevel: mediaRiskLevel, ...foundOnFrame });
const frameSchema = z.object({
  ...frameParts,
  riskLevel: mediaRiskLevel,
  findings: frameFindings(frameFinding),
});
const audioSchema = z.object({ ...audioParts, riskLevel: mediaRiskLevel });

/** The times and sentence of a risk of the voiceover. */
export const spoken = {
  matchedText: z.string(),
  startSeconds: z.number().describe('Of the sentence'),
  endSeconds: z.number().describe('Of the sentence'),
  sentence: z.string(),
  replacement: z.string().nullable(),
};

/** A risk of the voiceover. */
export const transcriptRiskSchema = z.object({
  ...spoken,
  severity: z.enum(severities),
  category: z.string().nullable(),
  suggestion: z.string().nullable(),
  legalRef: z.string().nullable(),
  source: z.enum(riskSources),
  precedents: precedentList,
});

interface VideoCheckParts<O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny> {
  readonly object: O;
  readonly platform: P;
  readonly vertical: V;
}

function head<O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny>(
  parts: VideoCheckParts<O, P, V>,
) {
  return {
    id: z.string(),
    object: parts.object,
    status: z.enum(checkStatuses),
    failure: failureField,
    vertical: parts.vertical,
    riskLevel: mediaRiskLevel.nullable(),
    labels: z.array(z.string()),
    transcriptStatus,
    createdAt: z.string().datetime(),
  };
}

function record<O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny>(
  parts: VideoCheckParts<O, P, V>,
) {
  return z.object({
    ...head(parts),
    video: shownVideo,
    platform: parts.platform,
    frames: z.array(frameSchema),
    captions: captionList,
    audios: z.array(audioSchema),
    transcript: z.string().nullable(),
    transcriptRisks: z.array(transcriptRiskSchema),
    coverage: coverageList,
    updatedAt: z.string().datetime(),
  });
}

function item<O extends z.ZodTypeAny, P extends z.ZodTypeAny, V extends z.ZodTypeAny>(
  parts: VideoCheckParts<O, P, V>,
) {
  return z.object({
    ...head(parts),
    video: shownVideo.pick({ url: true, title: true, durationSeconds: true }),
  });
}

const partsOf = (site: InternationalSite) => ({
  object: z.literal(site.objects.videoCheck),
  platform: z.enum(site.platforms),
  vertical: z.enum(site.verticals).nullable(),
});

/** Builds a video check as one site renders it. */
export const videoCheckRecord = (site: InternationalSite) => record(partsOf(site));
/** Builds a video check in a list, as one site renders it. */
export const videoCheckItem = (site: InternationalSite) => item(partsOf(site));

const ofAnySite = { object: z.string(), platform: z.string(), vertical: z.string().nullable() };

/**
 * A submission, record and list item of any site as they are sent between services, after the gateway has validated
 * them.
 */
export const anyVideoCheckBody = z.object({
  videoUrl: z.string(),
  videoTitle: z.string(),
  videoSize: z.number(),
  videoDuration: z.number(),
  videoWidth: z.number().optional(),
  videoHeight: z.number().optional(),
  platform: z.string(),
  vertical: z.string().optional(),
});
export const anyVideoCheckRecord = record(ofAnySite);
export const anyVideoCheckItem = item(ofAnySite);
