import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Answer } from './exchange.ts';
import * as shapes from './shapes.ts';
import type { World } from './world.ts';

export const sitePath = '/v1/intl/us';
export const checksPath = `${sitePath}/text/checks`;
export const accountPath = `${sitePath}/account`;

/** A valid body. */
export const goodBody = {
  text: 'Soft cotton socks, six pairs, in grey.',
  platform: 'dtc_us',
  vertical: 'apparel',
};

/** The timeout of a check; usual completion is 3 to 15 s (document 1). */
const verdictTimeoutMs = 15_000;
/** Polls become rarer, so that many slow checks of one key stay below its 600 queries a minute. */
const pollMinMs = 40;
const pollMaxMs = 500;

/** Returns the payload of a successful answer. */
export function dataOf<T extends z.ZodTypeAny>(answer: Answer, status: number, schema: T): z.output<T> {
  if (answer.status !== status) throw new Error(`expected ${status}: ${answer.status} ${answer.text}`);
  return schema.parse(shapes.success.parse(answer.body).data);
}

/** Sends a body, valid or not. */
export const post = (world: World, key: string, body: unknown, headers: OutgoingHttpHeaders = {}) =>
  world.call({ key, method: 'POST', path: checksPath, body, headers });

/** Submits a check that must be accepted. @returns its id */
export async function submit(
  world: World,
  key: string,
  change: Partial<Record<'text' | 'platform' | 'vertical' | 'explainLocale', string>> = {},
  headers: OutgoingHttpHeaders = {},
): Promise<string> {
  return dataOf(await post(world, key, { ...goodBody, ...change }, headers), 201, shapes.accepted).id;
}

/** Reads a check. */
export async function getCheck(world: World, key: string, id: string, headers: OutgoingHttpHeaders = {}) {
  return dataOf(await world.call({ key, path: `${checksPath}/${id}`, headers }), 200, shapes.textCheck);
}

/** Polls a check until it has ended; stops at an answer that breaks the contract. */
export async function finished(
  world: World,
  key: string,
  id: string,
  headers: OutgoingHttpHeaders = {},
): Promise<shapes.TextCheck> {
  const endMs = performance.now() + verdictTimeoutMs;
  for (let pauseMs = pollMinMs; performance.now() < endMs; pauseMs = Math.min(pauseMs * 1.4, pollMaxMs)) {
    const check = await getCheck(world, key, id, headers);
    if (check.status !== 'processing') return check;
    await sleep(pauseMs);
  }
  throw new Error(`${id} had no verdict within ${verdictTimeoutMs} ms`);
}

/** Submits a check and waits for its verdict. */
export async function checked(
  world: World,
  key: string,
  change: Parameters<typeof submit>[2] = {},
  headers: OutgoingHttpHeaders = {},
): Promise<shapes.TextCheck> {
  const id = await submit(world, key, change, headers);
  const check = await finished(world, key, id, headers);
  if (check.status !== 'completed') throw new Error(`${id} ended ${check.status}`);
  return check;
}

export async function listChecks(world: World, key: string, query = '', headers: OutgoingHttpHeaders = {}) {
  return dataOf(await world.call({ key, path: `${checksPath}${query}`, headers }), 200, shapes.textList);
}

export const remove = (world: World, key: string, id: string, headers: OutgoingHttpHeaders = {}) =>
  world.call({ key, method: 'DELETE', path: `${checksPath}/${id}`, headers });

export async function accountOf(world: World, key: string): Promise<shapes.Account> {
  return dataOf(await world.call({ key, path: accountPath }), 200, shapes.account);
}
