import { uploadRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import type { z } from 'zod';
import type { CallContext } from './call-context.ts';

/** The file that a client wants to upload. */
export type UploadWish = Omit<z.input<(typeof uploadRequests)['policy']['request']>, 'scope'>;

/** Requests credentials for one upload below the scope's own prefix; the reply has them or the reason of refusal. */
export function requestUploadPolicy({ bus, scope, requestId }: CallContext, wish: UploadWish) {
  return call(bus, uploadRequests.policy, { scope, ...wish }, { requestId });
}
