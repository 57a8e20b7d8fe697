import { type NoticeHit, noticeRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { CallContext } from './call-context.ts';

type Question = z.input<(typeof noticeRequests)['find']['request']>['question'];

/** The qualification notices of a piece of content, as the scope has dismissed them. */
export async function findNotices(
  { bus, scope, requestId }: CallContext,
  question: Question,
): Promise<readonly NoticeHit[]> {
  return (await call(bus, noticeRequests.find, { scope, question }, { requestId })).hits;
}

/** Dismisses a notice, where it can be dismissed. */
export async function dismissNotice({ bus, scope, requestId }: CallContext, key: string): Promise<void> {
  await call(bus, noticeRequests.dismiss, { scope, key }, { requestId });
}

/** Takes a dismissal back, where there is one. */
export async function restoreNotice({ bus, scope, requestId }: CallContext, key: string): Promise<void> {
  await call(bus, noticeRequests.restore, { scope, key }, { requestId });
}

/** The keys that a scope has dismissed. */
export async function dismissedNotices({ bus, scope, requestId }: CallContext): Promise<readonly string[]> {
  return (await call(bus, noticeRequests.dismissals, { scope }, { requestId })).keys;
}
