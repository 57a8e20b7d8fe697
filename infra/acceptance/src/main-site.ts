import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './exchange.ts';
import * as shapes from './main-shapes.ts';
import { dataOf } from './text-checks.ts';
import type { World } from './world.ts';

/** A valid body without risks. */
export const plainBody = {
  text: '纯棉毛巾三条装，吸水柔软，颜色有米白和浅灰，欢迎到店选购。',
  platform: 'shortvideo_a',
  industryVertical: 'general',
};

type Fields = Readonly<Record<string, unknown>>;

const verdictTimeoutMs = 15_000;
const pollMinMs = 40;
const pollMaxMs = 500;

/** A client with a key of the main site, in its own scope or a tenant's. Names without `ask` expect success. */
export interface MainClient {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Submits a plain check with some fields changed. */
  readonly askCheck: (change?: Fields) => Promise<Answer>;
  /** @returns the id of the check */
  readonly submit: (change?: Fields) => Promise<string>;
  /** Submits a check and waits for its verdict. */
  readonly checked: (change?: Fields) => Promise<shapes.MainTextCheck>;
  readonly list: (query?: string) => Promise<shapes.MainTextList>;
  readonly account: () => Promise<shapes.MainAccount>;
  readonly addWord: (word: Fields) => Promise<shapes.MainCustomRule>;
  readonly words: () => Promise<readonly shapes.MainCustomRule[]>;
}

export function mainClient(world: World, key: string, headers: OutgoingHttpHeaders = {}): MainClient {
  const ask: MainClient['ask'] = (method, path, body) =>
    world.call({ key, method, path: `/v1${path}`, headers, ...(body === undefined ? {} : { body }) });
  const askCheck: MainClient['askCheck'] = (change = {}) =>
    ask('POST', '/text/checks', { ...plainBody, ...change });
  const submit: MainClient['submit'] = async (change) =>
    dataOf(await askCheck(change), 201, shapes.accepted).id;
  return {
    ask,
    askCheck,
    submit,
    async checked(change) {
      const id = await submit(change);
      const endMs = performance.now() + verdictTimeoutMs;
      for (let pauseMs = pollMinMs; performance.now() < endMs; pauseMs = Math.min(pauseMs * 1.4, pollMaxMs)) {
        const check = dataOf(await ask('GET', `/text/checks/${id}`), 200, shapes.textCheck);
        if (check.status === 'completed') return check;
        if (check.status !== 'processing') throw new Error(`${id} ended ${check.status}`);
        await sleep(pauseMs);
      }
      throw new Error(`${id} had no verdict within ${verdictTimeoutMs} ms`);
    },
    list: async (query = '') => dataOf(await ask('GET', `/text/checks${query}`), 200, shapes.textList),
    account: async () => dataOf(await ask('GET', '/account'), 200, shapes.account),
    addWord: async (word) => dataOf(await ask('POST', '/custom-rules', word), 201, shapes.customRule),
    async words() {
      const { data, total } = dataOf(await ask('GET', '/custom-rules'), 200, shapes.customRuleList);
      if (total !== data.length) throw new Error(`total is ${total} and there are ${data.length}`);
      return data;
    },
  };
}
