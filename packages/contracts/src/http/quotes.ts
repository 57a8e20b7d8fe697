import { z } from 'zod';
import { billItems } from '../messages/rows.ts';

/** The price of a submission, before it is made. */
export const quoteSchema = z.object({
  object: z.literal('quote'),
  creditCost: z.number().int().describe('Credits that the same submission would take now'),
  laterCreditCost: z
    .number()
    .int()
    .describe(
      'Credits that an automatic rewrite would take after the check, if there is something to rewrite',
    ),
  currentBalance: z.number().int().describe('Credits that can be spent now'),
  isCovered: z.boolean().describe('Whether the balance covers `creditCost`'),
  lines: z
    .array(
      z.object({
        item: z.enum(billItems).describe('What is paid for; a `video_second` by the second, rounded up'),
        quantity: z.number().int(),
        creditCost: z.number().int(),
      }),
    )
    .describe('What `creditCost` is made of'),
});
export type Quote = z.infer<typeof quoteSchema>;

/** The field of the answer to an accepted submission. */
export const creditCostField = z
  .number()
  .int()
  .optional()
  .describe('Credits that this submission took; absent only where the answer of billing was lost');

/** The same in a record: only the answer to a submission, where that is the record itself, has it. */
export const recordCreditCost = creditCostField.describe(
  'Credits that this submission took; in the answer to the submission alone, and absent where the answer of billing was lost',
);

/** What all routes of quotes say of themselves. */
export const quoteDescription =
  'Takes the same body, checks it in the same way and refuses it with the same answers as the submission would (but for 402: what is missing is seen from `isCovered`). Charges nothing, keeps nothing, uses up no trial, and counts in the configuration rate class.';
