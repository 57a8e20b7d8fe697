import type { Drill } from '../drill.ts';
import { restoreUnderLoad } from '../restore/restore-under-load.ts';

/** Billing comes back older than the owners of records, the wrong way round: what completed since then nobody pays. */
export const restoreBillingBehind: Drill = {
  section: 'A restore',
  run: (context) =>
    restoreUnderLoad(context, {
      oneEach: true,
      earlierMs: { billing: 10_000, gateway: 10_000 },
      except: { 'what completed was paid for and not refunded': Number.POSITIVE_INFINITY },
      isMixed: false,
      stepMs: 14_000,
      rate: 10,
    }),
};
