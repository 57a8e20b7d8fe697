import {
  type anyMainImageCheckBody,
  type mainBatchListItem,
  type mainBatchRecord,
  mainContract,
  type mainImageCheckItem,
  type mainImageCheckRecord,
  mainSite,
  type mainTextCheckItem,
  type mainTextCheckRecord,
  type mainVideoCheckItem,
  type mainVideoCheckRecord,
} from '@redline/contracts';
import { type ContractHandlers, registerContract, replyOf } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { accountOf } from './account.ts';
import { mainCustomRuleRoutes } from './custom-rules.ts';
import { sendInvalid } from './faults.ts';
import { qualificationRoutes } from './qualifications.ts';
import { type ReportDeps, videoReports } from './reports.ts';
import { type SiteDeps, siteRoutes } from './site.ts';
import { succeeded } from './success.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

type Handlers = ContractHandlers<typeof mainContract>;
type Image = z.output<typeof mainImageCheckRecord>;

interface Types {
  readonly text: {
    readonly record: z.output<typeof mainTextCheckRecord>;
    readonly item: z.output<typeof mainTextCheckItem>;
  };
  readonly image: { readonly record: Image; readonly item: z.output<typeof mainImageCheckItem> };
  readonly imageBody: z.output<typeof anyMainImageCheckBody> & Pick<Image, 'productVertical'>;
  readonly video: {
    readonly record: z.output<typeof mainVideoCheckRecord>;
    readonly item: z.output<typeof mainVideoCheckItem>;
  };
  readonly batch: {
    readonly record: z.output<typeof mainBatchRecord>;
    readonly item: z.output<typeof mainBatchListItem>;
  };
  readonly uploadPolicy: typeof mainSite.objects.uploadPolicy;
}

/** The dependencies of the main site's routes. */
type MainDeps = SiteDeps & ReportDeps;

/** Serves the contract of the main site. */
export function registerMainSite(app: FastifyInstance, deps: MainDeps): void {
  registerContract(app, mainContract, handlersOf(deps), { onInvalid: sendInvalid });
}

function handlersOf(deps: MainDeps): Handlers {
  const { objects } = mainSite;
  const { handlers, fixText, quoteFix } = siteRoutes<Types>(objects, deps, (known, { productVertical }) => ({
    ...known,
    object: objects.imageCheck,
    productVertical,
    summary: { strict: 0, soft: 0, custom: 0, semantic: 0 },
  }));
  const reports = videoReports(deps);
  return {
    ...handlers,
    fixTextCheck: ({ params, body, query, request, reply }) =>
      fixText({ request, reply: replyOf(reply), wait: query.wait }, params.id, body),
    quoteTextFix: ({ params, body, request }) => quoteFix(request, params.id, body),
    async getAccount({ request }) {
      const { credits, subscription, usageThisMonth } = await accountOf(request, deps.bus);
      const { renewsAt: _, ...rendered } = subscription;
      return succeeded(200, { object: objects.account, credits, subscription: rendered, usageThisMonth });
    },
    ...mainCustomRuleRoutes(deps),
    ...qualificationRoutes(deps),
    ...webhookEndpointRoutes(deps),
    streamVideoReport: async ({ params, request, reply }) => {
      const body = await reports.stream(request, replyOf(reply), params.id);
      return body ? { status: 200, body } : { status: 204, body: undefined };
    },
    quoteVideoReport: ({ params, request }) => reports.quote(request, params.id),
    getLatestVideoReport: async ({ params, request }) =>
      succeeded(200, await reports.latest(request, params.id)),
  };
}
