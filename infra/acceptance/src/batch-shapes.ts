import { z } from 'zod';
import { industryVerticals, platforms as mainPlatforms, productVerticals } from './main-shapes.ts';
import {
  count,
  creditCost,
  pageOf,
  recordFailure,
  time,
  platforms as usPlatforms,
  verticals as usVerticals,
} from './shapes.ts';

/** The payloads of batches and reports, written from documents 1 to 4. */
const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
const checkId = idOf('(text|image|video)');
const progress = z.strictObject({ total: count, done: count, percent: z.number().int().min(0).max(100) });
const level = z.enum(['PASS', 'REVIEW', 'REJECT']).nullable();
const status = z.enum(['processing', 'completed', 'failed']);

const head = {
  id: idOf('batch'),
  name: z.string().min(1).max(60),
  status,
  failure: recordFailure,
  progress,
  result: z.enum(['PASS', 'REJECT']).nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
};
const itemHead = { checkId, index: count, status, failure: recordFailure };
const labels = z.array(z.string().min(1));
const image = z.strictObject({ url: z.string(), title: z.string() });
const video = z.strictObject({ url: z.string(), title: z.string(), durationSeconds: z.number() });
const transcriptStatus = z.enum(['processing', 'completed', 'failed', 'empty']).nullable();

const answersOf = (object: string) => ({
  accepted: z.strictObject({
    id: idOf('batch'),
    object: z.literal(object),
    status: z.literal('processing'),
    creditCost,
  }),
  deleted: z.strictObject({ id: idOf('batch'), object: z.literal(object), deleted: z.literal(true) }),
});

/** Payloads of an international site (document 2). */
function internationalShapes<
  const P extends readonly [string, ...string[]],
  const V extends readonly [string, ...string[]],
>(platforms: P, verticals: V) {
  const summary = z.strictObject({ violation: count, sceneHint: count });
  const object = z.literal('intl_batch');
  const item = { id: idOf('item'), ...itemHead, summary };
  const textLevel = z.enum(['safe', 'low', 'medium', 'high']).nullable();
  const items = z.discriminatedUnion('kind', [
    z.strictObject({
      ...item,
      kind: z.literal('text'),
      riskLevel: textLevel,
      text: z.string(),
      riskCount: count,
    }),
    z.strictObject({ ...item, kind: z.literal('image'), riskLevel: level, image, labels }),
    z.strictObject({ ...item, kind: z.literal('video'), riskLevel: level, video, labels, transcriptStatus }),
  ]);
  return {
    ...answersOf('intl_batch'),
    batch: z.strictObject({
      ...head,
      object,
      summary,
      items: z.array(items),
      platform: z.enum(platforms),
      vertical: z.enum(verticals),
    }),
    list: pageOf(
      z.strictObject({
        ...head,
        object,
        summary,
        counts: z.strictObject({ texts: count, images: count, videos: count }),
      }),
    ),
  };
}

const mainSummary = z.strictObject({ strict: count, soft: count, custom: count, semantic: count });
const mainItem = { ...itemHead, riskLevel: level, summary: mainSummary, preview: z.string().max(100) };
const mainItems = z.discriminatedUnion('kind', [
  z.strictObject({ ...mainItem, kind: z.literal('text'), text: z.string(), riskCount: count }),
  z.strictObject({ ...mainItem, kind: z.literal('image'), image, labels }),
  z.strictObject({
    ...mainItem,
    kind: z.literal('video'),
    video,
    labels,
    transcriptStatus: transcriptStatus.optional(),
  }),
]);
const object = z.literal('batch');

export const batchShapes = {
  us: internationalShapes(usPlatforms, usVerticals),
  id: internationalShapes(
    ['shortvideo_id', 'marketplace_a_id', 'marketplace_b'],
    ['general', 'beauty', 'health', 'food', 'fashion'],
  ),
  main: {
    ...answersOf('batch'),
    batch: z.strictObject({
      ...head,
      object,
      summary: mainSummary,
      items: z.array(mainItems),
      productVertical: z.enum(productVerticals),
      platform: z.enum(mainPlatforms),
      industryVertical: z.enum(industryVerticals),
    }),
    list: pageOf(
      z.strictObject({
        ...head,
        object,
        summary: mainSummary,
        counts: z.strictObject({ text: count, image: count, video: count }),
      }),
    ),
  },
} as const;

/** Payloads of reports (document 3, Video report). */
export const report = z.strictObject({
  id: idOf('report'),
  object: z.literal('video_check_report'),
  videoCheckId: idOf('video'),
  content: z.string(),
  creditCost: z.literal(10),
  createdAt: time,
});
