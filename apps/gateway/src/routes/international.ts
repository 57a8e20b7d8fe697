import {
  type anyImageCheckBody,
  type batchListItem,
  type batchRecord,
  type InternationalSite,
  type imageCheckItem,
  type imageCheckRecord,
  internationalContract,
  internationalSites,
  type textCheckItem,
  type textCheckRecord,
  type videoCheckItem,
  type videoCheckRecord,
} from '@redline/contracts';
import { type ContractHandlers, registerContract, replyOf } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { accountOf } from './account.ts';
import { customRuleRoutes } from './custom-rules.ts';
import { sendInvalid } from './faults.ts';
import { type SiteDeps, siteRoutes } from './site.ts';
import { succeeded } from './success.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';

type Handlers = ContractHandlers<ReturnType<typeof internationalContract>>;
type Output<S extends (...args: never[]) => z.ZodTypeAny> = z.output<ReturnType<S>>;

interface Types {
  readonly text: {
    readonly record: Output<typeof textCheckRecord>;
    readonly item: Output<typeof textCheckItem>;
  };
  readonly image: {
    readonly record: Output<typeof imageCheckRecord>;
    readonly item: Output<typeof imageCheckItem>;
  };
  readonly imageBody: z.output<typeof anyImageCheckBody>;
  readonly video: {
    readonly record: Output<typeof videoCheckRecord>;
    readonly item: Output<typeof videoCheckItem>;
  };
  readonly batch: {
    readonly record: Output<typeof batchRecord>;
    readonly item: Output<typeof batchListItem>;
  };
  readonly uploadPolicy: string;
}

/** Serves the contract of every international site. */
export function registerInternational(app: FastifyInstance, deps: SiteDeps): void {
  for (const site of internationalSites) {
    registerContract(app, internationalContract(site), handlersOf(site, deps), { onInvalid: sendInvalid });
  }
}

function handlersOf(site: InternationalSite, deps: SiteDeps): Handlers {
  const { objects, country } = site;
  const { handlers, fixText, quoteFix } = siteRoutes<Types>(objects, deps, (known, { vertical = null }) => ({
    ...known,
    object: objects.imageCheck,
    vertical,
  }));
  return {
    ...handlers,
    fixTextCheck: ({ params, query, request, reply }) =>
      fixText({ request, reply: replyOf(reply), wait: query.wait }, params.id, null),
    quoteTextFix: ({ params, request }) => quoteFix(request, params.id, null),
    async getAccount({ request }) {
      const facts = await accountOf(request, deps.bus);
      return succeeded(200, { object: objects.account, country, ...facts });
    },
    ...customRuleRoutes(site, deps),
    ...webhookEndpointRoutes(deps),
  };
}
