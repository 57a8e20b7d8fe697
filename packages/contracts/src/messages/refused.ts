import { z } from 'zod';
import { type Issue, issueSchema, issuesMax, sentenceOf } from '../http/issues.ts';

/** The fields of a reply that refuses what a client has sent. */
export const refusalFields = {
  message: z.string(),
  issues: z
    .array(issueSchema)
    .max(issuesMax)
    .optional()
    .describe(
      'Where the owner knows the fields that are wrong: each with its path in the body of the client',
    ),
};

/**
 * Builds the reply to a submission that its owner cannot accept.
 * @param message a sentence for the client
 */
export const refused = <C extends 'invalid_request' | 'not_found'>(code: C, message: string) =>
  ({ outcome: 'refused', code, message }) as const;

/**
 * Builds the same reply for fields that are wrong.
 * @param issues at least one; the first of more than {@link issuesMax} are kept
 */
export const refusedFields = (issues: readonly Issue[]) => ({
  ...refused('invalid_request', sentenceOf(issues)),
  issues: issues.slice(0, issuesMax),
});

/** Such a reply. */
export type Refused = ReturnType<typeof refused> | ReturnType<typeof refusedFields>;
