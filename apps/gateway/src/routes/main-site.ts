import { mainContract, mainSite, type mainTextCheckItem, type mainTextCheckRecord } from '@redline/contracts';
import { type ContractHandlers, registerContract } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { accountOf } from './account.ts';
import { mainCustomRuleRoutes } from './custom-rules.ts';
import { sendInvalid } from './faults.ts';
import { qualificationRoutes } from './qualifications.ts';
import type { SubmissionDeps } from './submission.ts';
import { succeeded } from './success.ts';
import { textChecks } from './text-checks.ts';

type Handlers = ContractHandlers<typeof mainContract>;
type Check = z.output<typeof mainTextCheckRecord>;
type ListedCheck = z.output<typeof mainTextCheckItem>;

/** Serves the contract of the main site. */
export function registerMainSite(app: FastifyInstance, deps: SubmissionDeps): void {
  registerContract(app, mainContract, handlersOf(deps), { onInvalid: sendInvalid });
}

function handlersOf(deps: SubmissionDeps): Handlers {
  const { objects } = mainSite;
  const checks = textChecks<Check, ListedCheck>(objects.textCheck, deps);
  return {
    createTextCheck: async ({ body, request }) => succeeded(201, await checks.submit(request, body)),
    async listTextChecks({ query: { page, pageSize, ...filter }, request }) {
      return succeeded(200, await checks.list(request, { page, pageSize, filter }));
    },
    getTextCheck: async ({ params, request }) => succeeded(200, await checks.get(request, params.id)),
    fixTextCheck: async ({ params, body, request }) =>
      succeeded(201, (await checks.fix(request, params.id, body)).taken),
    deleteTextCheck: async ({ params, request }) => succeeded(200, await checks.remove(request, params.id)),
    async getAccount({ request }) {
      const { credits, subscription, usageThisMonth } = await accountOf(request, deps.bus);
      const { renewsAt: _, ...shown } = subscription;
      return succeeded(200, { object: objects.account, credits, subscription: shown, usageThisMonth });
    },
    ...mainCustomRuleRoutes(deps),
    ...qualificationRoutes(deps),
  };
}
