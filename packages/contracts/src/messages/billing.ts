import { z } from 'zod';
import { accountFactsSchema } from '../http/account.ts';
import { idPattern } from '../ids.ts';
import { siteIds } from '../sites/index.ts';
import { erasureSchema } from './erasure.ts';
import { endedEvent } from './payloads.ts';
import { billItems, billLineSchema, productLineNames, request } from './rows.ts';
import { quotedLines } from './submission.ts';

const onSite = z.object({ accountId: z.string(), siteId: z.enum(siteIds) });
export const creditBuckets = ['subscription', 'activity', 'booster'] as const;

const refused = z.object({
  outcome: z.literal('refused'),
  code: z.enum(['invalid_request', 'not_found']),
  message: z.string(),
});

/** With `plan_required`: the lowest plan of the site that includes what was refused. */
const requiredPlan = z.string().optional();

const grantEntry = z.object({
  grantId: z.string(),
  siteId: z.enum(siteIds),
  bucket: z.enum(creditBuckets),
  amount: z.number().int(),
  remaining: z.number().int(),
  expiresAt: z.string().datetime().nullable(),
  createdAt: z.string().datetime(),
});

/** The maximum of grants in a list of those that can be spent: a message holds so many. */
export const creditsListMax = 2_000;

const statementEntry = z.object({
  id: z.string(),
  kind: z.enum(['granted', 'charged', 'refunded', 'expired', 'corrected']),
  at: z.string().datetime(),
  amount: z.number().int().describe('Negative if it was taken'),
  balanceAfter: z.number().int(),
  bucket: z.enum(creditBuckets),
  grantId: z.string(),
  operationId: z.string().nullable(),
  recordId: z.string().nullable(),
  item: z.enum(billItems).nullable(),
  quantity: z.number().int().nullable(),
  tenantId: z.string().nullable(),
  reason: z.string().nullable(),
});

const chargeEntry = z.object({
  operationId: z.string(),
  siteId: z.enum(siteIds),
  tenantId: z.string(),
  amount: z.number().int(),
  refunded: z.number().int(),
  createdAt: z.string().datetime(),
  lines: z.array(
    z.object({
      lineId: z.string(),
      item: z.string(),
      quantity: z.number().int(),
      amount: z.number().int(),
      refunded: z.number().int(),
    }),
  ),
});

/** Requests to billing: of the gateway and of the text engine during submissions, and of the operator's CLI. */
export const billingRequests = {
  /** Returns what an account's plan on a site includes. */
  plan: request({
    subject: 'rpc.billing.plan',
    request: onSite,
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('found'),
        plan: z.string(),
        isPaid: z.boolean(),
        mayIssueKeys: z.boolean(),
        mayBatch: z.boolean(),
        paidFrom: z
          .string()
          .optional()
          .describe('The lowest paid plan; absent in replies of an older version'),
        keysFrom: z.string().optional().describe('The lowest plan with API keys, likewise'),
        wordLimit: z.number().int(),
      }),
      z.object({ outcome: z.literal('not_found') }),
    ]),
    timeoutMs: 3_000,
  }),
  /** Charges the price of the lines, once per operation id; a repeat gets the first answer. */
  charge: request({
    subject: 'rpc.billing.charge',
    request: onSite.extend({
      operationId: z.string(),
      tenantId: z.string(),
      deadlineMs: z.number().int().describe('Epoch milliseconds; past it nothing is done'),
      // A batch of forty items and the batch itself.
      lines: z.array(billLineSchema).min(1).max(41),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('charged'), amount: z.number().int() }),
      z.object({
        outcome: z.literal('insufficient_credits'),
        requiredCredits: z.number().int(),
        currentBalance: z.number().int(),
      }),
      z.object({
        outcome: z.literal('refused'),
        code: z.enum(['plan_required', 'product_line_not_enabled', 'not_found', 'refunded_before']),
        message: z.string(),
        requiredPlan,
      }),
      z.object({ outcome: z.literal('too_late') }),
    ]),
    timeoutMs: 3_000,
  }),
  /** Prices lines as a charge of them would, and charges nothing. */
  quote: request({
    subject: 'rpc.billing.quote',
    request: onSite.extend({
      tenantId: z.string().default('').describe('Of test keys it names the allowance that would pay'),
      ...quotedLines,
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('quoted'),
        amount: z.number().int(),
        laterAmount: z.number().int(),
        currentBalance: z.number().int(),
        lines: z
          .array(z.object({ item: z.enum(billItems), quantity: z.number().int(), amount: z.number().int() }))
          .describe('Those of one item together; none of what is free'),
      }),
      z.object({
        outcome: z.literal('refused'),
        code: z.enum(['plan_required', 'product_line_not_enabled', 'not_found']),
        message: z.string(),
        requiredPlan,
      }),
    ]),
    timeoutMs: 3_000,
  }),
  account: request({
    subject: 'rpc.billing.account',
    request: onSite,
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), facts: accountFactsSchema }),
      z.object({ outcome: z.literal('not_found') }),
    ]),
    timeoutMs: 3_000,
  }),
  accountCreate: request({
    subject: 'rpc.billing.account-create',
    request: z.object({ email: z.string().email().max(254) }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('created'), accountId: z.string() }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  /**
   * Opens the account of an organisation of the console, under an id that the console has chosen; a repeat changes nothing.
   * Where the organisation comes of a sign-up, it gets the credits that billing gives for one, once for each address.
   */
  accountOpen: request({
    subject: 'rpc.billing.account-open',
    request: z.object({
      accountId: z.string().regex(idPattern('account')),
      email: z.string().email().max(254).describe('Verified, of the owner'),
      isSignUp: z.boolean(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('opened'),
        grantedCredits: z.number().int().describe('On each site; 0 if none'),
      }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  planSet: request({
    subject: 'rpc.billing.plan-set',
    // From `renewsAt` on, a plan that was not set again counts as free; null never expires.
    request: onSite.extend({ plan: z.string(), renewsAt: z.string().datetime().nullable().default(null) }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('set'), plan: z.string() }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  creditsGrant: request({
    subject: 'rpc.billing.credits-grant',
    request: onSite.extend({
      bucket: z.enum(creditBuckets),
      amount: z.number().int().positive().max(1_000_000_000),
      expiresAt: z.string().datetime().nullable(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('granted'), grantId: z.string(), balance: z.number().int() }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  productLineEnable: request({
    subject: 'rpc.billing.product-line-enable',
    request: z.object({ accountId: z.string(), line: z.enum(productLineNames) }),
    reply: z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('enabled') }), refused]),
    timeoutMs: 5_000,
  }),
  chargesList: request({
    subject: 'rpc.billing.charges-list',
    request: z.object({
      accountId: z.string(),
      limit: z.number().int().min(1).max(1000),
      before: z.string().nullable(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('listed'), charges: z.array(chargeEntry), hasMore: z.boolean() }),
      refused,
    ]),
    timeoutMs: 10_000,
  }),
  /** Lists the grants of an account on all sites, in the order of their ids: that of time. */
  grantsList: request({
    subject: 'rpc.billing.grants-list',
    request: z.object({
      accountId: z.string(),
      limit: z.number().int().min(1).max(1000),
      after: z.string().nullable().describe('The last grant of the previous page'),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('listed'), grants: z.array(grantEntry), hasMore: z.boolean() }),
      refused,
    ]),
    timeoutMs: 10_000,
  }),
  /** Lists the grants that an account can spend on a site, in the order in which they are spent. */
  creditsList: request({
    subject: 'rpc.billing.credits-list',
    request: onSite,
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('listed'), grants: z.array(grantEntry).max(creditsListMax) }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  /**
   * Lists what has changed the credits of an account on a site, newest first, with the balance after each entry: they begin
   * at 0 and end at what can be spent now. Of credits that have expired there is an entry, too.
   */
  statement: request({
    subject: 'rpc.billing.statement',
    request: onSite.extend({
      limit: z.number().int().min(1).max(200),
      before: z.string().max(100).nullable().describe('`next` of the page before'),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('listed'),
        balance: z.number().int().describe('What can be spent now'),
        entries: z.array(statementEntry),
        next: z.string().nullable().describe('Null on the last page'),
      }),
      refused,
    ]),
    timeoutMs: 10_000,
  }),
  /** Returns who an account is: what billing knows of it beside plans, credits and charges. */
  accountIdentity: request({
    subject: 'rpc.billing.account-identity',
    request: z.object({ accountId: z.string(), operator: z.string().min(1).max(200) }),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('found'),
        accountId: z.string(),
        email: z.string(),
        createdAt: z.string().datetime(),
        closedAt: z.string().datetime().nullable(),
        productLines: z.array(
          z.object({ line: z.string(), enabled: z.boolean(), trialUsed: z.number().int() }),
        ),
      }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  /**
   * Closes an account and begins its erasure, which goes on by itself until no service has anything of it left; a repeat
   * changes nothing and answers how far it is.
   */
  accountErase: request({
    subject: 'rpc.billing.account-erase',
    request: z.object({ accountId: z.string(), operator: z.string().min(1).max(200) }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('erasing'), erasure: erasureSchema }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  /** Returns how far the erasure of an account is. */
  accountErasure: request({
    subject: 'rpc.billing.account-erasure',
    request: z.object({ accountId: z.string() }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('found'), erasure: erasureSchema }),
      refused,
    ]),
    timeoutMs: 5_000,
  }),
  /**
   * Compares the charges of a time with the records that they paid for, as their owners have them, and refunds what ended
   * without a verdict and was not refunded. Billing does it once a day by itself.
   */
  reconcile: request({
    subject: 'rpc.billing.reconcile',
    request: z.object({
      since: z.string().datetime(),
      unknown: z
        .enum(['name', 'refund'])
        .default('name')
        .describe('What becomes of lines of records that no owner knows; refunded only after a restore'),
      youngestMinutes: z
        .number()
        .int()
        .min(0)
        .max(1_440)
        .default(60)
        .describe('Younger lines are left to their events, which may be under way'),
    }),
    reply: z.object({
      outcome: z.literal('reconciled'),
      lines: z.number().int().describe('Compared, of those that were not refunded'),
      refunded: z.array(z.string()).describe('Lines refunded now, 200 at most'),
      unknown: z.array(z.string()).describe('Lines of records that no owner knows, 200 at most'),
      counts: z.object({
        refunded: z.number().int(),
        unknown: z.number().int(),
        processing: z.number().int(),
      }),
      comparedUntil: z.string().datetime().describe('What is younger was not compared'),
    }),
    timeoutMs: 60_000,
  }),
  /**
   * Recomputes every balance from the entries and lists each difference: of the whole ledger, or of what is new since the
   * last audit. Of a large ledger the answer may be incomplete, to be asked for again with its `auditId`.
   */
  audit: request({
    subject: 'rpc.billing.audit',
    request: z.object({
      scope: z.enum(['whole', 'new']).default('whole'),
      auditId: z.number().int().positive().optional().describe('An audit to go on with'),
      mayContinue: z
        .boolean()
        .default(false)
        .describe('The asker goes on with an incomplete one; without it such an answer is an error'),
    }),
    reply: z.object({
      outcome: z.literal('audited'),
      accounts: z.number().int(),
      charges: z.number().int(),
      refunds: z.number().int(),
      differences: z.array(z.string()),
      auditId: z.number().int().optional(),
      isComplete: z.boolean().default(true).describe('If not, it has no counts and differences yet'),
      isHeldUp: z
        .boolean()
        .default(false)
        .describe('A transaction that has not ended kept the newest rows from being checked'),
    }),
    timeoutMs: 60_000,
  }),
} as const;

/** Events of billing. */
export const billingEvents = {
  /**
   * A charge has taken the credits of an account on one site below the threshold. Said once; again only after a grant or
   * a refund has lifted them to the threshold or above. `id` is the operation that was charged.
   */
  creditsLow: endedEvent('event.billing.credits.low', {
    balance: z.number().int().describe('Credits that can be spent after the charge'),
    threshold: z.number().int(),
  }),
} as const;
