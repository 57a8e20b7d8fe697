import {
  type customRuleChange,
  type InternationalSite,
  type internationalContract,
  isTestScope,
  type mainContract,
  mainSite,
  type StoredWord,
  type WordObjects,
  type WordSwitch,
} from '@redline/contracts';
import type { ContractHandlers } from '@redline/service-kit/http';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  addWord,
  addWords,
  removeWord,
  turnWordSwitch,
  updateWord,
  wordQuota,
  wordSwitch,
} from './custom-words.ts';
import { callContext, type ScopeDeps, scopeOf } from './scope.ts';
import { succeeded } from './success.ts';
import { wordList } from './word-list.ts';

type RouteName =
  | 'createCustomRule'
  | 'listCustomRules'
  | 'updateCustomRule'
  | 'deleteCustomRule'
  | 'importCustomRules'
  | 'getCustomRuleQuota'
  | 'getCustomRuleSettings'
  | 'updateCustomRuleSettings';
type InternationalHandlers = Pick<ContractHandlers<ReturnType<typeof internationalContract>>, RouteName>;
type MainHandlers = Pick<ContractHandlers<typeof mainContract>, RouteName>;

/** Test keys turn a switch of their own: that of the account is one of live keys. */
const internationalSwitchOf = (request: FastifyRequest) =>
  isTestScope(scopeOf(request)) ? 'scope' : 'account';

/**
 * Returns the handlers of custom words of one international site: it has one library, and no switches of tenants.
 */
export function customRuleRoutes({ objects }: InternationalSite, deps: ScopeDeps): InternationalHandlers {
  const library = 'general';
  const render = ({ library: _, ...word }: StoredWord) => ({ ...word, object: objects.customRule });
  return {
    ...sharedRoutes({ objects, render, switchOf: internationalSwitchOf }, deps),
    async createCustomRule({ body, request }) {
      return succeeded(201, render(await addWord(deps, request, { ...body, library })));
    },
    async importCustomRules({ body, request }) {
      const counts = await addWords(deps, request, library, body.items);
      return succeeded(201, { object: objects.customRuleImport, ...counts });
    },
  };
}

/**
 * Returns the handlers of custom words of the main site: a library for each product line, and a switch for each scope.
 */
export function mainCustomRuleRoutes(deps: ScopeDeps): MainHandlers {
  const { objects } = mainSite;
  const render = (word: StoredWord) => ({ ...word, object: objects.customRule });
  const switchOf = (request: FastifyRequest) => (scopeOf(request).tenantId === '' ? 'account' : 'scope');
  return {
    ...sharedRoutes({ objects, render, switchOf }, deps),
    async createCustomRule({ body, request }) {
      return succeeded(201, render(await addWord(deps, request, body)));
    },
    async importCustomRules({ body: { library, items }, request }) {
      const counts = await addWords(deps, request, library, items);
      return succeeded(201, { object: objects.customRuleImport, ...counts });
    },
  };
}

interface WordSite<O extends WordObjects, R extends object> {
  readonly objects: O;
  /** Renders a word as the site's contract has it. */
  readonly render: (word: StoredWord) => R;
  readonly switchOf: (request: FastifyRequest) => WordSwitch;
}

interface RouteArgs {
  readonly request: FastifyRequest;
  readonly reply: { readonly header: (name: string, value: string) => unknown };
}
interface WordArgs extends RouteArgs {
  readonly params: { readonly id: string };
}

/** Returns the handlers that are the same on every site. */
function sharedRoutes<O extends WordObjects, R extends object>(site: WordSite<O, R>, deps: ScopeDeps) {
  const { render, switchOf } = site;
  const objects: Readonly<O> = site.objects;
  return {
    async listCustomRules({ request, reply }: RouteArgs) {
      const list = await wordList(callContext(deps.bus, request), render);
      reply.header('content-type', 'application/json; charset=utf-8');
      // The contract types a whole body; this streams its JSON.
      return { status: 200 as const, body: list as never };
    },

    async updateCustomRule({
      params,
      body: { library: _, ...change },
      request,
    }: WordArgs & { readonly body: z.output<typeof customRuleChange> }) {
      return succeeded(200, render(await updateWord(deps, request, params.id, change)));
    },

    async deleteCustomRule({ params: { id }, request }: WordArgs) {
      await removeWord(deps, request, id);
      return succeeded(200, { id, object: objects.customRule, deleted: true as const });
    },

    async getCustomRuleQuota({ request }: RouteArgs) {
      return succeeded(200, { object: objects.customRuleQuota, ...(await wordQuota(deps, request)) });
    },

    async getCustomRuleSettings({ request }: RouteArgs) {
      const enabled = await wordSwitch(deps, request, switchOf(request));
      return succeeded(200, { object: objects.customRuleSettings, enabled });
    },

    async updateCustomRuleSettings({
      body,
      request,
    }: RouteArgs & { readonly body: { readonly enabled: boolean } }) {
      const enabled = await turnWordSwitch(deps, request, switchOf(request), body.enabled);
      return succeeded(200, { object: objects.customRuleSettings, enabled });
    },
  };
}
