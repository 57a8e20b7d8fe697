import { imageBytesMax, riskSources, riskTiers, severities, siteIds, sites } from '@redline/contracts';
import { strategies } from '@redline/rule-engine/rewrite';
import { z } from 'zod';
import { textLengthMax } from '../domain/judged-texts.ts';
import { levels } from '../domain/risk.ts';

type Named = readonly string[];

/** A choice whose values differ between sites: all of them, and the description says which belong where. */
function choiceOf(what: string, valuesOf: (site: (typeof sites)[number]) => Named) {
  const bySite = sites.map((site) => ({ id: site.id, values: valuesOf(site) }));
  const all = [...new Set(bySite.flatMap(({ values }) => values))] as [string, ...string[]];
  const listed = bySite
    .filter(({ values }) => values.length > 0)
    .map(({ id, values }) => `${id}: ${values.join(', ')}`);
  return z
    .enum(all)
    .optional()
    .describe(`${what}. ${listed.join('. ')}`);
}

const site = z.enum(siteIds).optional().describe('The market whose law and platforms count');
const locale = choiceOf('Language of explanations', ({ locales }) => locales);

/** Where copy is published; what is left out is as the server was started. */
const place = {
  site,
  platform: choiceOf('Where it is published', ({ platforms }) => platforms),
  vertical: choiceOf('The industry of what is sold', (one) =>
    one.kind === 'main' ? one.industryVerticals : one.verticals,
  ),
  productVertical: choiceOf('The product line', (one) => (one.kind === 'main' ? one.productVerticals : [])),
  sceneMode: choiceOf('Content, or an advertisement', (one) => (one.kind === 'main' ? one.sceneModes : [])),
  locale,
};
const text = z
  .string()
  .min(1, 'text must not be empty')
  .max(textLengthMax, `text must have at most ${textLengthMax} characters; check a longer one in parts`)
  .describe('The copy as its readers see it, in UTF-16 characters');

export const checkTextInput = z.object({ text, ...place });
export const fixTextInput = z.object({
  text,
  strategy: z
    .enum(strategies)
    .default('precise')
    .describe('precise changes only what is at risk; rewrite also tidies around it'),
  ...place,
});
export const explainRuleInput = z.object({
  ruleId: z.string().min(1).max(200).describe('Its id, as check_text names it'),
  site,
  locale,
});
const rulesPageMax = 200;
export const listRulesInput = z.object({
  site,
  locale,
  search: z.string().max(200).optional().describe('Part of the id or of the category, in any case'),
  offset: z.number().int().min(0).default(0).describe('Rules to pass over'),
  limit: z.number().int().min(1).max(rulesPageMax).default(50),
});
export const checkImageInput = z.object({
  imageUrl: z.string().url().max(4_096).describe('A public http or https URL, which the server fetches'),
  imageTitle: z.string().min(1).max(500).describe('A name for its record, as the name of its file'),
  imageSize: z.number().int().min(1).max(imageBytesMax).describe('Bytes of the file'),
  site,
  productVertical: place.productVertical,
  locale,
});

const kinds = ['violation', 'scene-hint', 'custom-word', 'comment'] as const;
const law = z.object({ name: z.string(), article: z.string(), link: z.string().nullable() });
const risk = z.object({
  ruleId: z.string().describe('For explain_rule'),
  kind: z.enum(kinds),
  level: z.enum(levels).describe('The severity of a violation; hint for what is only to be borne in mind'),
  severity: z.enum(severities),
  tier: z.enum(riskTiers).nullable().describe('On the site main only'),
  source: z.enum(riskSources),
  words: z.string().describe('The words at risk; empty where the risk has no place'),
  start: z.number().int().describe('UTF-16 offset into the text, -1 where the risk has no place'),
  end: z.number().int().describe('Exclusive'),
  category: z.string(),
  suggestion: z.string(),
  legalRef: z.string(),
  laws: z.array(law).describe('With links; empty where a server judges'),
});
export type ToolRisk = z.infer<typeof risk>;

export const checkTextOutput = z.object({
  verdict: z.string().describe('safe, low, medium or high; on the site main PASS, REVIEW or REJECT'),
  risks: z.array(risk).describe('In the order of the text'),
  judgedBy: z.string().describe('The rules and the reader with their versions, or the server'),
});
export const fixTextOutput = z.object({
  text: z.string().describe('The new text; as it was where nothing could be rewritten'),
  isChanged: z.boolean(),
  isAccepted: z
    .boolean()
    .describe('Whether nothing that must go is left, and something lawful of substance is'),
  reason: z.enum(['risk_left', 'nothing_left', 'failed']).nullable().describe('Why it is not accepted'),
  risksLeft: z.array(risk).nullable().describe('Of the new text; null where a server does not say'),
});
const rule = z.object({
  ruleId: z.string(),
  topic: z.string(),
  kind: z.enum(['violation', 'scene-hint']),
  severity: z.enum(severities),
  tier: z.enum(riskTiers).nullable(),
  category: z.string(),
  only: z.record(z.array(z.string())).describe('Where it applies; everywhere where nothing is named'),
});
export const listRulesOutput = z.object({
  total: z.number().int().describe('Rules that match'),
  rules: z.array(rule),
  nextOffset: z.number().int().nullable().describe('Null at the end'),
});
export const explainRuleOutput = rule.extend({
  suggestion: z.string(),
  tierReason: z.string().nullable(),
  legalRef: z.string(),
  laws: z.array(law),
  examples: z.object({ hit: z.array(z.string()), miss: z.array(z.string()) }),
});
export const checkImageOutput = z.object({
  id: z.string(),
  riskLevel: z.string().nullable().describe('PASS, REVIEW or REJECT'),
  labels: z.array(
    z.object({
      description: z.string(),
      riskLevel: z.string().nullable(),
      matchedText: z.string().nullable(),
      suggestion: z.string().nullable(),
      legalRef: z.string().nullable(),
    }),
  ),
  coverage: z
    .array(z.object({ detector: z.string(), status: z.string() }))
    .describe('What looked at it, and what did not'),
});
