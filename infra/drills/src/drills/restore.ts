import type { Drill } from '../drill.ts';
import { restoreUnderLoad } from '../restore/restore-under-load.ts';

/** All of it is lost and comes back from one Postgres' backup: every database at the same time. */
export const restore: Drill = {
  section: 'A restore',
  run: (context) =>
    restoreUnderLoad(context, {
      oneEach: false,
      earlierMs: {},
      isMixed: !context.isShort,
      stepMs: context.isShort ? 3_000 : 12_000,
      rate: context.isShort ? 15 : 20,
    }),
};
