import type { InternationalSite, internationalContract, StoredWord } from '@redline/contracts';
import type { ContractHandlers } from '@redline/service-kit/http';
import {
  addWord,
  addWords,
  askerOf,
  removeWord,
  turnWordSwitch,
  updateWord,
  type WordDeps,
  wordQuota,
  wordSwitch,
} from './custom-words.ts';
import { wordList } from './word-list.ts';

type Handlers = Pick<
  ContractHandlers<ReturnType<typeof internationalContract>>,
  | 'createCustomRule'
  | 'listCustomRules'
  | 'updateCustomRule'
  | 'deleteCustomRule'
  | 'importCustomRules'
  | 'getCustomRuleQuota'
  | 'getCustomRuleSettings'
  | 'updateCustomRuleSettings'
>;

/** Without product lines there is one library, and no tenant has a switch of its own. */
const library = 'general';
const switchOf = 'account';

/** The custom words of one international site. */
export function customRuleRoutes(site: InternationalSite, deps: WordDeps): Handlers {
  const { objects } = site;
  const shown = ({ library: _, ...word }: StoredWord) => ({ ...word, object: objects.customRule });
  return {
    async createCustomRule({ body, request }) {
      const word = await addWord(deps, request, { ...body, library });
      return { status: 201, body: { success: true, data: shown(word) } };
    },

    async listCustomRules({ request, reply }) {
      const list = await wordList(askerOf(deps.bus, request), shown);
      reply.header('content-type', 'application/json; charset=utf-8');
      // The contract types a body that is sent whole; this is its JSON, in pieces.
      return { status: 200, body: list as never };
    },

    async updateCustomRule({ params, body: { library: _, ...change }, request }) {
      const word = await updateWord(deps, request, params.id, change);
      return { status: 200, body: { success: true, data: shown(word) } };
    },

    async deleteCustomRule({ params: { id }, request }) {
      await removeWord(deps, request, id);
      return {
        status: 200,
        body: { success: true, data: { id, object: objects.customRule, deleted: true } },
      };
    },

    async importCustomRules({ body, request }) {
      const counts = await addWords(deps, request, library, body.items);
      return { status: 201, body: { success: true, data: { object: objects.customRuleImport, ...counts } } };
    },

    async getCustomRuleQuota({ request }) {
      const quota = await wordQuota(deps, request);
      return { status: 200, body: { success: true, data: { object: objects.customRuleQuota, ...quota } } };
    },

    async getCustomRuleSettings({ request }) {
      const enabled = await wordSwitch(deps, request, switchOf);
      return { status: 200, body: { success: true, data: { object: objects.customRuleSettings, enabled } } };
    },

    async updateCustomRuleSettings({ body, request }) {
      const enabled = await turnWordSwitch(deps, request, switchOf, body.enabled);
      return { status: 200, body: { success: true, data: { object: objects.customRuleSettings, enabled } } };
    },
  };
}
