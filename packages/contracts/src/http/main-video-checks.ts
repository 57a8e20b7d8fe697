import { z } from 'zod';
import { failureField } from '../failures.ts';
import { main } from '../sites/main.ts';
import { choiceSchema, choicesSchema, textSchema } from '../strings.ts';
import { mainSummarySchema, mainTextRiskSchema, riskTiers } from './main-text-checks.ts';
import { captionList, coverageList, foundOnFrame, frameFindings, mediaRiskLevel } from './media.ts';
import { precedentList } from './precedents.ts';
import { checkStatuses, riskKinds } from './text-checks.ts';
import {
  anyVideoCheckBody,
  audioParts,
  declaredVideo,
  frameParts,
  shownVideo,
  spoken,
  transcriptStatus,
  videoCheckQuery,
} from './video-checks.ts';

const { audioTypes, defaultVideoPlatforms, frameTypes, objects, platforms, productVerticals } = main;

/** States of the comparison of a voiceover with its approved script. */
export const driftStatuses = ['pending', 'processing', 'completed', 'failed', 'skipped'] as const;

/** Body of a submission; the default platform is that of the product line. */
export const mainVideoCheckBody = z
  .object({
    ...declaredVideo,
    productVertical: choiceSchema('productVertical', productVerticals).default(productVerticals[0]),
    platform: choiceSchema('platform', platforms)
      .optional()
      .describe('Decides the rules for the voiceover; the usual one of the product line when left out'),
    frameTypes: choicesSchema('frameTypes', frameTypes)
      .optional()
      .describe('What to look for in the picture; all of it when left out'),
    audioTypes: choicesSchema('audioTypes', audioTypes)
      .optional()
      .describe('What to listen for; all of it when left out'),
    textCheckId: textSchema('textCheckId', 1, 100)
      .optional()
      .describe('A text check that passed: the voiceover is compared with its text'),
  })
  .transform((body) => ({
    ...body,
    platform: body.platform ?? defaultVideoPlatforms[body.productVertical],
  }));

/** Query of the list; all filters that are given must match. */
export const mainVideoCheckQuery = videoCheckQuery.extend({
  productVertical: choiceSchema('productVertical', productVerticals).optional(),
});

const tiered = { tier: z.enum(riskTiers), tierLabel: z.string(), tierReason: z.string().nullable() };

const frameFinding = z.object({ description: z.string(), ...tiered, ...foundOnFrame });
const frameSchema = z.object({
  ...frameParts,
  tier: tiered.tier.nullable().describe('Null where the frame has no risk'),
  tierLabel: tiered.tierLabel.nullable(),
  tierReason: tiered.tierReason.describe('Of the gravest finding, as are tier and label'),
  findings: frameFindings(frameFinding),
});

const transcriptRiskSchema = z.object({
  ...spoken,
  ...tiered,
  kind: z.enum(riskKinds),
  category: z.string(),
  severity: mainTextRiskSchema.shape.severity,
  suggestion: z.string(),
  legalRef: z.string().nullable(),
  source: mainTextRiskSchema.shape.source,
  precedents: precedentList,
  origin: z
    .literal('drift')
    .nullable()
    .describe('drift: in a passage that departs from the approved script; null: anywhere'),
});

const customTranscriptRiskSchema = z.object({ ...spoken, note: z.string().nullable() });

const head = {
  id: z.string(),
  status: z.enum(checkStatuses),
  failure: failureField,
  riskLevel: mediaRiskLevel.nullable(),
  createdAt: z.string().datetime(),
};

const body = {
  video: shownVideo.extend({
    purged: z.boolean().describe('The file was removed after the retention period; `url` plays no longer'),
  }),
  summary: mainSummarySchema,
  frames: z.array(frameSchema),
  captions: captionList,
  audios: z.array(z.object({ ...audioParts, ...tiered })),
  transcript: z.object({ status: transcriptStatus, text: z.string().nullable() }),
  transcriptRisks: z.array(transcriptRiskSchema),
  customTranscriptRisks: z
    .array(customTranscriptRiskSchema)
    .describe('Your own words; they never count toward `riskLevel`'),
  linkedTextCheckId: z.string().nullable(),
  driftStatus: z.enum(driftStatuses).nullable().describe('Null when no text check is linked'),
  coverage: coverageList,
  updatedAt: z.string().datetime(),
};

const entry = { video: shownVideo, labels: z.array(z.string()), transcriptStatus };
const stored = { object: z.string(), productVertical: z.string(), platform: z.string() };
const shown = {
  object: z.literal(objects.videoCheck),
  productVertical: z.enum(productVerticals),
  platform: z.enum(platforms),
};

/** A video check. */
export const mainVideoCheckRecord = z.object({ ...head, ...body, ...shown });
/** A video check in a list. */
export const mainVideoCheckItem = z.object({ ...head, ...shown, ...entry });

/** The same as they are sent between services, after the gateway has validated them. */
export const anyMainVideoCheckBody = anyVideoCheckBody.omit({ vertical: true }).extend({
  productVertical: z.string(),
  frameTypes: z.array(z.string()).optional(),
  audioTypes: z.array(z.string()).optional(),
  textCheckId: z.string().optional(),
});
export const anyMainVideoCheckRecord = z.object({ ...head, ...body, ...stored });
export const anyMainVideoCheckItem = z.object({ ...head, ...stored, ...entry });
