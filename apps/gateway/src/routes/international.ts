import { internationalContract, internationalSites } from '@redline/contracts';
import { registerContract } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';
import { accountRoutes } from './account.ts';
import { customRuleRoutes } from './custom-rules.ts';
import { sendInvalid } from './faults.ts';
import type { SubmissionDeps } from './submission.ts';
import { textCheckRoutes } from './text-checks.ts';

/** Serves the contract of every international site. */
export function registerInternational(app: FastifyInstance, deps: SubmissionDeps): void {
  for (const site of internationalSites) {
    const handlers = {
      ...textCheckRoutes(site, deps),
      ...accountRoutes(site, deps.bus),
      ...customRuleRoutes(site, deps),
    };
    registerContract(app, internationalContract(site), handlers, { onInvalid: sendInvalid });
  }
}
