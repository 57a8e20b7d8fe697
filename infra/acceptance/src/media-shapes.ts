import { z } from 'zod';
import {
  count,
  creditCost,
  pageOf,
  precedents,
  recordFailure,
  time,
  platforms as usPlatforms,
  verticals as usVerticals,
} from './shapes.ts';

/** The payloads of images, videos and uploads of all sites, written from documents 1 to 4. */
const idOf = (prefix: 'image' | 'video') =>
  z.string().regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
const textIdOrNull = z
  .string()
  .regex(/^text_/)
  .nullable();
const chinese = z.string().regex(/[\u4e00-\u9fff]/);

const status = z.enum(['processing', 'completed', 'failed']);
const level = z.enum(['PASS', 'REVIEW', 'REJECT']);
const tier = z.enum(['STRICT', 'SOFT']);
const size = z.number().positive().nullable();
const coverage = z.array(
  z.strictObject({
    detector: z.enum(['text', 'codes', 'nudity', 'vision', 'transcription', 'audio_moderation']),
    status: z.enum(['ran', 'not_configured', 'failed']),
    looked: z.strictObject({ seen: count, total: count }).optional(),
    recognizers: z.array(z.enum(['pp_ocr', 'tesseract'])).optional(),
  }),
);
const transcriptStatus = z.enum(['processing', 'completed', 'failed', 'empty']).nullable();
const severity = z.enum(['high', 'medium', 'low']);

const image = z.strictObject({
  url: z.string(),
  title: z.string(),
  sizeBytes: size,
  width: size,
  height: size,
});
const video = z.strictObject({
  url: z.string(),
  title: z.string(),
  sizeMb: z.number(),
  durationSeconds: z.number(),
  width: size,
  height: size,
});
const times = { createdAt: time, updatedAt: time };
const frame = {
  timeSeconds: z.number().min(0),
  description: z.string(),
  imageUrl: z.string().url().nullable(),
  ocrText: z.string(),
};
const audio = { startSeconds: z.number(), endSeconds: z.number(), description: z.string(), text: z.string() };
const spoken = {
  matchedText: z.string(),
  startSeconds: z.number(),
  endSeconds: z.number(),
  sentence: z.string(),
  replacement: z.string().nullable(),
};

const found = {
  precedents,
  description: z.string().min(1),
  matchedText: z.string().nullable(),
  severity,
  suggestion: z.string().min(1),
  legalRef: z.string().min(1).nullable(),
  boxes: z
    .array(
      z.strictObject({
        x: count,
        y: count,
        width: z.number().int().positive(),
        height: z.number().int().positive(),
      }),
    )
    .max(20),
};

const foundOnFrame = { ...found, startSeconds: z.number().nullable(), endSeconds: z.number().nullable() };
const captions = z.array(
  z.strictObject({
    text: z.string().min(1).max(300),
    startSeconds: z.number().min(0),
    endSeconds: z.number().min(0),
    riskLevel: level,
  }),
);

const deletedOf = (id: z.ZodTypeAny, object: string) =>
  z.strictObject({ id, object: z.literal(object), deleted: z.literal(true) });
const acceptedOf = (object: string) =>
  z.strictObject({
    id: idOf('video'),
    object: z.literal(object),
    status: z.literal('processing'),
    creditCost,
  });

/** Payloads of an international site. */
function internationalShapes<
  const P extends readonly [string, ...string[]],
  const V extends readonly [string, ...string[]],
>(platforms: P, verticals: V) {
  const vertical = z.enum(verticals).nullable();
  const imageHead = {
    id: idOf('image'),
    object: z.literal('intl_image_check'),
    status,
    failure: recordFailure,
    vertical,
  };
  const videoHead = {
    id: idOf('video'),
    object: z.literal('intl_video_check'),
    status,
    failure: recordFailure,
    vertical,
    riskLevel: level.nullable(),
    labels: z.array(z.string()),
    transcriptStatus,
    createdAt: time,
  };
  return {
    imageCheck: z.strictObject({
      ...imageHead,
      image,
      riskLevel: level.nullable(),
      labels: z.array(z.strictObject({ ...found, riskLevel: level })),
      coverage,
      creditCost: creditCost.optional(),
      ...times,
    }),
    imageList: pageOf(
      z.strictObject({
        ...imageHead,
        image: image.pick({ url: true, title: true }),
        riskLevel: level.nullable(),
        labels: z.array(z.string()),
        createdAt: time,
      }),
    ),
    imageDeleted: deletedOf(idOf('image'), 'intl_image_check'),
    videoAccepted: acceptedOf('intl_video_check'),
    videoCheck: z.strictObject({
      ...videoHead,
      video,
      platform: z.enum(platforms),
      frames: z.array(
        z.strictObject({
          ...frame,
          riskLevel: level,
          findings: z.array(z.strictObject({ ...foundOnFrame, riskLevel: level })),
        }),
      ),
      captions,
      audios: z.array(z.strictObject({ ...audio, riskLevel: level })),
      transcript: z.string().nullable(),
      transcriptRisks: z.array(
        z.strictObject({
          ...spoken,
          severity,
          category: z.string().nullable(),
          suggestion: z.string().nullable(),
          legalRef: z.string().nullable(),
          source: z.enum(['rule', 'model', 'custom']),
          precedents,
        }),
      ),
      coverage,
      updatedAt: time,
    }),
    videoList: pageOf(
      z.strictObject({ ...videoHead, video: video.pick({ url: true, title: true, durationSeconds: true }) }),
    ),
    videoDeleted: deletedOf(idOf('video'), 'intl_video_check'),
    uploadPolicy: uploadPolicyOf('intl_upload_policy'),
  };
}

const summary = z.strictObject({ strict: count, soft: count, custom: count, semantic: count });
const tiered = { tier, tierLabel: chinese, tierReason: chinese.nullable() };
const mainFinding = z.strictObject({ ...found, ...tiered, description: chinese, suggestion: chinese });
const mainFrameFinding = mainFinding.extend({
  startSeconds: foundOnFrame.startSeconds,
  endSeconds: foundOnFrame.endSeconds,
});
const platform = z.enum([
  'shortvideo_a',
  'shortvideo_b',
  'lifestyle_community',
  'messaging_video',
  'video_community',
  'shortdrama_platform',
]);
const videoHead = {
  id: idOf('video'),
  object: z.literal('video_check'),
  status,
  failure: recordFailure,
  platform,
  productVertical: z.enum(['creator', 'duanju', 'touliu']),
  riskLevel: level.nullable(),
  createdAt: time,
};
const imageHead = {
  id: idOf('image'),
  object: z.literal('image_check'),
  status: z.enum(['completed', 'failed']),
  failure: recordFailure,
  riskLevel: level.nullable(),
  createdAt: time,
};

/** Payloads of the main site. */
const mainShapes = {
  imageCheck: z.strictObject({
    ...imageHead,
    productVertical: z.enum(['creator', 'touliu']),
    image,
    summary,
    labels: z.array(mainFinding),
    coverage,
    creditCost: creditCost.optional(),
    updatedAt: time,
  }),
  imageList: pageOf(
    z.strictObject({
      ...imageHead,
      image: image.pick({ url: true, title: true, sizeBytes: true }),
      labels: z.array(chinese),
    }),
  ),
  imageDeleted: deletedOf(idOf('image'), 'image_check'),
  videoAccepted: acceptedOf('video_check'),
  videoCheck: z.strictObject({
    ...videoHead,
    video: video.extend({ purged: z.boolean() }),
    summary,
    frames: z.array(
      z.strictObject({
        ...frame,
        tier: tier.nullable(),
        tierLabel: tiered.tierLabel.nullable(),
        tierReason: tiered.tierReason,
        findings: z.array(mainFrameFinding),
      }),
    ),
    captions,
    audios: z.array(z.strictObject({ ...audio, ...tiered })),
    transcript: z.strictObject({ status: transcriptStatus, text: z.string().nullable() }),
    transcriptRisks: z.array(
      z.strictObject({
        ...spoken,
        ...tiered,
        kind: z.enum(['violation', 'scene-hint']),
        category: chinese,
        severity,
        suggestion: chinese,
        legalRef: z.string().nullable(),
        source: z.enum(['rule', 'model']),
        origin: z.literal('drift').nullable(),
        precedents,
      }),
    ),
    customTranscriptRisks: z.array(z.strictObject({ ...spoken, note: z.string().nullable() })),
    linkedTextCheckId: textIdOrNull,
    driftStatus: z.enum(['pending', 'processing', 'completed', 'failed', 'skipped']).nullable(),
    coverage,
    updatedAt: time,
  }),
  videoList: pageOf(z.strictObject({ ...videoHead, video, labels: z.array(chinese), transcriptStatus })),
  videoDeleted: deletedOf(idOf('video'), 'video_check'),
  uploadPolicy: uploadPolicyOf('upload_policy'),
};

function uploadPolicyOf(object: string) {
  return z.strictObject({
    object: z.literal(object),
    kind: z.enum(['image', 'video']),
    host: z.string().url(),
    cdnHost: z.string().url(),
    dir: z.string().min(1),
    key: z.string().min(1),
    policy: z.string().regex(/^[A-Za-z0-9+/]+=*$/),
    accessKeyId: z.string().min(1),
    signature: z.string().min(1),
    fields: z.strictObject({
      key: z.string().min(1),
      policy: z.string().min(1),
      StoreAccessKeyId: z.string().min(1),
      signature: z.string().min(1),
    }),
    maxSizeBytes: z.number().int(),
    expiresAt: time,
    contentTypes: z.array(z.string()).min(1),
    direct: z.strictObject({ url: z.string().url(), fields: z.record(z.string()) }).optional(),
  });
}

export const mediaShapes = {
  us: internationalShapes(usPlatforms, usVerticals),
  id: internationalShapes(
    ['shortvideo_id', 'marketplace_a_id', 'marketplace_b'],
    ['general', 'beauty', 'health', 'food', 'fashion'],
  ),
  main: mainShapes,
} as const;
