import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './exchange.ts';
import * as shapes from './main-shapes.ts';
import { dataOf } from './text-checks.ts';
import type { World } from './world.ts';

const mainPath = '/v1';

/** A body that is taken, and in which nothing is wrong. */
export const plainBody = {
  text: '纯棉毛巾三条装，吸水柔软，颜色有米白和浅灰，欢迎到店选购。',
  platform: 'shortvideo_a',
  industryVertical: 'general',
};

const verdictTimeoutMs = 15_000;
const pollMinMs = 40;
const pollMaxMs = 500;

/** A key of the main site at work, in its own scope or a tenant's. */
export interface MainClient {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Submits a check that must be taken. @returns its id */
  readonly submit: (change?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Submits a check and waits for its verdict. */
  readonly checked: (change?: Readonly<Record<string, unknown>>) => Promise<shapes.MainTextCheck>;
  readonly list: (query?: string) => Promise<shapes.MainTextList>;
}

export function mainClient(world: World, key: string, headers: OutgoingHttpHeaders = {}): MainClient {
  const ask: MainClient['ask'] = (method, path, body) =>
    world.call({ key, method, path: `${mainPath}${path}`, headers, ...(body === undefined ? {} : { body }) });
  const submit: MainClient['submit'] = async (change = {}) =>
    dataOf(await ask('POST', '/text/checks', { ...plainBody, ...change }), 201, shapes.accepted).id;
  return {
    ask,
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
  };
}
