import { setTimeout as sleep } from 'node:timers/promises';
import { acceptedSchema, failureSchema, success, textCheckRecord, us } from '@redline/contracts';
import type { z } from 'zod';
import { StackError } from '../stack/stack-error.ts';

const acceptedReply = success(acceptedSchema(us.objects.textCheck));
const recordReply = success(textCheckRecord(us));

/** A check as the US site renders it. */
export type TextCheck = z.infer<typeof recordReply>['data'];

const request = {
  text: 'Golden Root drops support joint comfort. They cure arthritis in two weeks, guaranteed. FDA approved!',
  platform: 'dtc_us',
  vertical: 'supplement',
  explainLocale: 'en-US',
};
const requestTimeoutMs = 10_000;
const verdictTimeoutMs = 30_000;
const pollMs = 50;

/**
 * Checks one text as any client would: submits it, then polls until there is a verdict.
 * @param apiUrl origin of the gateway
 * @param key of the US site
 * @throws StackError if a request fails, or there is no verdict within 30 s
 */
export async function demoCheck(apiUrl: string, key: string): Promise<TextCheck> {
  const checks = `${apiUrl}${us.prefix}/text/checks`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const submission = { method: 'POST', headers, body: JSON.stringify(request) };
  const { data } = acceptedReply.parse(await ask(checks, submission));
  const deadlineMs = performance.now() + verdictTimeoutMs;
  while (performance.now() < deadlineMs) {
    const { data: check } = recordReply.parse(await ask(`${checks}/${data.id}`, { headers }));
    if (check.status !== 'processing') return check;
    await sleep(pollMs);
  }
  throw new StackError(`the demo check ${data.id} had no verdict within ${verdictTimeoutMs / 1_000} s`);
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(requestTimeoutMs) });
  const body: unknown = await response.json();
  if (response.ok) return body;
  const failure = failureSchema.safeParse(body);
  const reason = failure.success ? failure.data.error : `status ${response.status}`;
  throw new StackError(`the demo check was refused: ${reason}`);
}
