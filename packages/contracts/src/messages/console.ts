import { z } from 'zod';
import { memberRoles } from '../delegation.ts';
import { trimmedSchema } from '../strings.ts';
import { request } from './rows.ts';

/** The lengths of a password of the console, in characters. */
export const passwordLength = { min: 10, max: 128 } as const;

/** Requests of operators to the console. */
export const consoleRequests = {
  /**
   * Lets a person into the console as a member of an account: makes the person, with an address that counts as verified,
   * and the organisation of the account unless they are there. A repeat sets role and password again.
   */
  memberSet: request({
    subject: 'rpc.console.member-set',
    request: z.object({
      accountId: z.string().min(1),
      organization: trimmedSchema('organization', 80).describe('Its name, if it has to be made'),
      email: z.string().email().max(254),
      name: trimmedSchema('name', 80),
      role: z.enum(memberRoles),
      password: z.string().min(passwordLength.min).max(passwordLength.max),
    }),
    reply: z.object({
      outcome: z.literal('set'),
      userId: z.string(),
      organizationId: z.string(),
      role: z.enum(memberRoles),
    }),
    timeoutMs: 10_000,
  }),
} as const;
