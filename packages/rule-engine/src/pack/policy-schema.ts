import { z } from 'zod';
import { type ruleSchema, shared } from './rule-schema.ts';
import { contextSchema, id, names } from './schema.ts';

/** The fields of a policy row that say when it is the cell of a claim. */
const rowConditions = {
  /** Claim types; any of them is enough. */
  claims: names,
  /** What is sold; anything unless said. */
  sold: names.optional(),
  /** Claim types, of which one must be made in the same text. */
  beside: names.optional(),
};
/** A policy row that finds, with what it takes from its topic. */
export const policyRuleSchema = z.object({ kind: z.literal('claim'), ...rowConditions, ...shared }).strict();
/** A policy row by which a claim may be made. */
export const lawfulRowSchema = z
  .object({ id, ...rowConditions, needs: contextSchema.optional(), hit: shared.hit, miss: shared.miss })
  .strict();
export type RawLawfulRow = z.infer<typeof lawfulRowSchema>;
export const outcomes = ['lawful', 'hint', 'violation'] as const;
/** `policy/<file>.yaml`: rows of the policy table. */
export const policyFileSchema = z
  .object({ rows: z.array(z.object({ outcome: z.enum(outcomes) }).catchall(z.unknown())).min(1) })
  .strict();
/** `claim-types.yaml` beside the packs: what can be claimed, by group, and what can be sold. */
export const claimTypesSchema = z.object({
  groups: z.record(z.record(z.string())),
  sold: names,
});

export type RawRule = z.infer<typeof ruleSchema> | z.infer<typeof policyRuleSchema>;
