import type { OutgoingHttpHeaders } from 'node:http';
import type { Answer } from './exchange.ts';
import * as shapes from './shapes.ts';
import { dataOf, sitePath } from './text-checks.ts';
import type { World } from './world.ts';

export const rulesPath = `${sitePath}/custom-rules`;

/**
 * A client of the words of one key, in its own scope or a tenant's. Names without `ask` expect success and return the
 * payload.
 */
export interface WordList {
  readonly ask: (method: string, path?: string, body?: unknown) => Promise<Answer>;
  readonly add: (rule: Readonly<Record<string, unknown>> | string) => Promise<shapes.CustomRule>;
  readonly list: () => Promise<readonly shapes.CustomRule[]>;
  readonly keywords: () => Promise<readonly string[]>;
  readonly change: (id: string, change: object) => Promise<shapes.CustomRule>;
  readonly remove: (id: string) => Promise<void>;
  readonly importAll: (
    items: readonly (object | string)[],
  ) => Promise<Record<'total' | 'imported' | 'skippedDuplicate' | 'rejectedQuota', number>>;
  readonly quota: () => Promise<{ readonly used: number; readonly limit: number; readonly isPaid: boolean }>;
  readonly isOn: () => Promise<boolean>;
  readonly turn: (enabled: boolean) => Promise<boolean>;
}

const ruleOf = (item: object | string) => (typeof item === 'string' ? { keyword: item } : item);

/** Creates the client of a key's word list. */
export function wordList(world: World, key: string, headers: OutgoingHttpHeaders = {}): WordList {
  const ask: WordList['ask'] = (method, path = '', body = undefined) =>
    world.call({
      key,
      method,
      path: `${rulesPath}${path}`,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  const list = async () => {
    const { data, total } = dataOf(await ask('GET'), 200, shapes.customRuleList);
    if (total !== data.length) throw new Error(`total is ${total} and there are ${data.length}`);
    return data;
  };
  return {
    ask,
    list,
    add: async (rule) => dataOf(await ask('POST', '', ruleOf(rule)), 201, shapes.customRule),
    keywords: async () => (await list()).map(({ keyword }) => keyword),
    change: async (id, change) => dataOf(await ask('PATCH', `/${id}`, change), 200, shapes.customRule),
    async remove(id) {
      const deleted = dataOf(await ask('DELETE', `/${id}`), 200, shapes.customRuleDeleted);
      if (deleted.id !== id) throw new Error(`${deleted.id} was deleted instead of ${id}`);
    },
    async importAll(items) {
      const answer = await ask('POST', '/bulk-import', { items: items.map(ruleOf) });
      const { object: _, ...counts } = dataOf(answer, 201, shapes.customRuleImport);
      return counts;
    },
    quota: async () => dataOf(await ask('GET', '/quota'), 200, shapes.customRuleQuota),
    isOn: async () => dataOf(await ask('GET', '/settings'), 200, shapes.customRuleSettings).enabled,
    turn: async (enabled) =>
      dataOf(await ask('PATCH', '/settings', { enabled }), 200, shapes.customRuleSettings).enabled,
  };
}
