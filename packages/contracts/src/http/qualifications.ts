import { z } from 'zod';
import { main } from '../sites/main.ts';
import { choiceSchema, textSchema } from '../strings.ts';

/** The industries of notices; checks have fewer. */
export const noticeIndustries = [
  'general',
  'other',
  'beauty',
  'ecommerce',
  'finance',
  'health',
  'slimming',
  'medical-beauty',
  'drug-health',
  'legal',
  'franchise',
  'occult',
  'education',
  'recruit',
  'realestate',
  'auto',
  'alcohol',
] as const;
export type NoticeIndustry = (typeof noticeIndustries)[number];

/** The mechanisms of admission, in the order in which hits are rendered. */
export const noticeMechanisms = ['prohibited', 'filing', 'report-white', 'qualification'] as const;
export type NoticeMechanism = (typeof noticeMechanisms)[number];

/** The holders of a credential. */
export const credentialHolders = ['institution', 'individual', 'enterprise'] as const;
/** The sources of a hit, the strongest first. */
export const noticeGrounds = ['vertical', 'productVertical', 'keyword'] as const;
export const noticeSeverities = ['high', 'normal'] as const;

export const noticeTextMax = 20_000;

/** Body of the request for the notices of a piece of content. */
export const noticeBody = z.object({
  productVertical: choiceSchema('productVertical', main.productVerticals),
  platform: textSchema('platform', 0, 100)
    .optional()
    .describe('Leaves out the rules of other platforms; without it none is left out'),
  industry: choiceSchema('industry', noticeIndustries).optional(),
  text: textSchema('text', 0, noticeTextMax)
    .default('')
    .describe('Scanned for keywords; leave it empty for video and image'),
});

/** One notice. */
export const noticeHit = z.object({
  id: z.string().describe('Id of the rule; it never changes'),
  industry: z.enum(noticeIndustries).nullable().describe('Null where a product line calls for it'),
  industryLabel: z.string().describe('Name to show to the user'),
  mechanism: z
    .enum(noticeMechanisms)
    .describe(
      'qualification: credentials of the subject; report-white: whitelisting of the category; filing: a filing number; prohibited: no way in',
    ),
  severity: z.enum(noticeSeverities).describe('How strongly to show it, nothing else'),
  requiredCredentials: z.array(
    z.object({
      name: z.string(),
      who: z.enum(credentialHolders).optional().describe('Left out where anybody may hold it'),
      note: z.string(),
    }),
  ),
  userHint: z.string(),
  sourceNote: z.string().describe('Laws and rules, with articles'),
  effectiveFrom: z.string().date().describe('When the rule took effect'),
  dismissKey: z.string().describe('`mechanism:industryLabel`'),
  dismissable: z.boolean(),
  dismissed: z.boolean().describe('In the current tenant scope; never of what cannot be dismissed'),
  matchedBy: z
    .enum(noticeGrounds)
    .describe('The declared industry, the product line, or the text, of which the first counts'),
});
export type NoticeHit = z.infer<typeof noticeHit>;

/** Body of a dismissal. */
export const dismissalBody = z.object({
  dismissKey: textSchema('dismissKey', 1, 200).describe('As a hit has it'),
});

/** Query of a restored notice. */
export const dismissalQuery = z.object({ key: textSchema('key', 1, 200) });
