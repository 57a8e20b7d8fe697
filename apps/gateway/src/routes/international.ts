import {
  type InternationalSite,
  internationalContract,
  internationalSites,
  type textCheckItem,
  type textCheckRecord,
} from '@redline/contracts';
import { type ContractHandlers, registerContract } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { accountOf } from './account.ts';
import { customRuleRoutes } from './custom-rules.ts';
import { sendInvalid } from './faults.ts';
import type { SubmissionDeps } from './submission.ts';
import { succeeded } from './success.ts';
import { textChecks } from './text-checks.ts';

type Handlers = ContractHandlers<ReturnType<typeof internationalContract>>;
type Check = z.output<ReturnType<typeof textCheckRecord>>;
type ListedCheck = z.output<ReturnType<typeof textCheckItem>>;

/** Serves the contract of every international site. */
export function registerInternational(app: FastifyInstance, deps: SubmissionDeps): void {
  for (const site of internationalSites) {
    registerContract(app, internationalContract(site), handlersOf(site, deps), { onInvalid: sendInvalid });
  }
}

function handlersOf(site: InternationalSite, deps: SubmissionDeps): Handlers {
  const { objects, country } = site;
  const checks = textChecks<Check, ListedCheck>(objects.textCheck, deps);
  return {
    createTextCheck: async ({ body, request }) => succeeded(201, await checks.submit(request, body)),
    listTextChecks: async ({ query, request }) => succeeded(200, await checks.list(request, query)),
    getTextCheck: async ({ params, request }) => succeeded(200, await checks.get(request, params.id)),
    async fixTextCheck({ params, request }) {
      const { taken, charged } = await checks.fix(request, params.id, null);
      return succeeded(201, { ...taken, ...(charged !== undefined && { creditCost: charged }) });
    },
    deleteTextCheck: async ({ params, request }) => succeeded(200, await checks.remove(request, params.id)),
    async getAccount({ request }) {
      const facts = await accountOf(request, deps.bus);
      return succeeded(200, { object: objects.account, country, ...facts });
    },
    ...customRuleRoutes(site, deps),
  };
}
