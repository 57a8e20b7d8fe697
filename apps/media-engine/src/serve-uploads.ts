import { uploadRequests } from '@redline/contracts';
import { type Bus, type Running, serveAll } from '@redline/service-kit/bus';
import { startInterval } from '@redline/service-kit/interval';
import type { Logger } from '@redline/service-kit/log';
import { uploadHandlers } from './handlers/uploads/issue-policy.ts';
import { retireUploads } from './handlers/uploads/retire-uploads.ts';
import type { UploadDeps } from './handlers/uploads/upload-deps.ts';

const requestConcurrency = 64;
const retireEveryMs = 60_000;
const sweepEveryMs = 3_600_000;

/** Serves requests for upload policies, and runs the janitor of uploads. */
export function serveUploads(
  deps: UploadDeps,
  { bus, log }: { readonly bus: Bus; readonly log: Logger },
): Running {
  const served = serveAll(bus, uploadRequests, uploadHandlers(deps), {
    queue: 'media-engine',
    concurrency: requestConcurrency,
  });
  const retire = retireUploads(deps, log);
  const retiring = startInterval(retire, { name: 'uploads', everyMs: retireEveryMs, log });
  const sweep = async () => {
    const swept = await deps.blobs.sweepParts(2 * deps.timeoutMs);
    if (swept > 0) log.info({ swept }, 'parts of interrupted uploads were removed');
  };
  const sweeping = startInterval(sweep, { name: 'parts of uploads', everyMs: sweepEveryMs, log });
  return {
    async stop() {
      await Promise.all([served, retiring, sweeping].map((running) => running.stop()));
    },
  };
}
