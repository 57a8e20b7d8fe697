import { type Scope, uploadRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { z } from 'zod';

export type UploadWish = Omit<z.input<(typeof uploadRequests)['policy']['request']>, 'scope'>;

/** Credentials for one upload below the scope's own prefix, or why there are none. */
export function askUploadPolicy(bus: Bus, scope: Scope, wish: UploadWish, requestId: string) {
  return call(bus, uploadRequests.policy, { scope, ...wish }, { requestId });
}
