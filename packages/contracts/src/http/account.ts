import { z } from 'zod';
import { main } from '../sites/main.ts';
import type { InternationalSite } from '../sites/site.ts';

/** Credits by bucket; `total` is their sum. */
export const creditsSchema = z.object({
  total: z.number().int(),
  subscription: z.number().int(),
  activity: z.number().int(),
  booster: z.number().int(),
  expiringSoon: z
    .object({ amount: z.number().int(), expiresAt: z.string().datetime() })
    .nullable()
    .describe('The part that expires within 7 days'),
});

export const subscriptionSchema = z.object({
  plan: z.string(),
  isPaid: z.boolean(),
  renewsAt: z.string().datetime().nullable(),
});

/** Checks of the running calendar month (UTC), over all entry points. */
export const usageSchema = z.object({
  since: z.string().datetime(),
  textChecks: z.number().int(),
  videoChecks: z.number().int(),
  imageChecks: z.number().int(),
  batches: z.number().int(),
});

/** Credits, plan and usage of an account on one site. */
export const accountFactsSchema = z.object({
  credits: creditsSchema,
  subscription: subscriptionSchema,
  usageThisMonth: usageSchema,
});

/** Builds the account as one site renders it. */
export function accountRecord(site: InternationalSite) {
  return accountFactsSchema.extend({
    object: z.literal(site.objects.account),
    country: z.literal(site.country),
  });
}

/** The account as the main site renders it. */
export const mainAccountRecord = accountFactsSchema.extend({
  object: z.literal(main.objects.account),
  subscription: subscriptionSchema.omit({ renewsAt: true }),
});
