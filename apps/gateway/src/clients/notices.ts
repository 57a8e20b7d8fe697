import { type NoticeHit, noticeRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { CallContext } from './call-context.ts';

type Question = z.input<(typeof noticeRequests)['find']['request']>['question'];

/** Returns the qualification notices of a piece of content, marked if the scope has dismissed them. */
export async function findNotices(
  { bus, scope, requestId }: CallContext,
  question: Question,
): Promise<readonly NoticeHit[]> {
  return (await call(bus, noticeRequests.find, { scope, question }, { requestId })).hits;
}

/** Dismisses a notice if it can be dismissed. */
export async function dismissNotice({ bus, scope, requestId }: CallContext, key: string): Promise<void> {
  await call(bus, noticeRequests.dismiss, { scope, key }, { requestId });
}

/** Removes a dismissal if there is one. */
export async function restoreNotice({ bus, scope, requestId }: CallContext, key: string): Promise<void> {
  await call(bus, noticeRequests.restore, { scope, key }, { requestId });
}

/** Returns the keys that a scope has dismissed. */
export async function dismissedNotices({ bus, scope, requestId }: CallContext): Promise<readonly string[]> {
  return (await call(bus, noticeRequests.dismissals, { scope }, { requestId })).keys;
}
