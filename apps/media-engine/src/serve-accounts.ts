import { erasureRequests, exportPageMax, exportRequests } from '@redline/contracts';
import { joinRunning, type Running, type ServeOptions, serve } from '@redline/service-kit/bus';
import { recordIdsHandler } from '@redline/service-kit/records';
import type { Deps } from './deps.ts';
import { eraseAccount } from './handlers/erase-account.ts';
import { listUploads } from './handlers/uploads/list-uploads.ts';
import { checkParts } from './store/account-checks.ts';
import { checkKinds } from './store/check-kinds.ts';

/** Serves the requests about whole accounts: their export and their erasure. */
export function serveAccounts(deps: Deps, serving: ServeOptions): Running {
  const { bus, db } = deps;
  const listing = { isListed: checkParts.listed, pageMax: exportPageMax };
  return joinRunning([
    serve(bus, erasureRequests['media-engine'], eraseAccount(deps), serving),
    serve(bus, exportRequests.image, recordIdsHandler(db, checkKinds.image, listing), serving),
    serve(bus, exportRequests.video, recordIdsHandler(db, checkKinds.video, listing), serving),
    serve(bus, exportRequests.uploads, listUploads(deps.uploads), serving),
  ]);
}
