import { type Records, recordsIn } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { checkKinds, type NamedCheck } from '../store/check-kinds.ts';
import type { Tables } from '../store/tables.ts';
import { failOpenVideo } from '../store/video-ends.ts';
import { announceImageEnd } from './image-ended.ts';

type RecordDeps = Pick<Deps, 'db' | 'bus' | 'wakeRelay'>;

/** Returns image checks as records; the gateway whose client waits learns of a failure at once. */
export const imageRecords = (deps: RecordDeps): Records<Tables, NamedCheck> =>
  recordsIn(deps.db, checkKinds.image, {
    wakeRelay: deps.wakeRelay,
    onFailed: (id) => announceImageEnd(deps, id),
  });

/** Returns video checks as records. Special: one with a visual result is open and does not fail; its transcript does. */
export const videoRecords = ({ db, wakeRelay }: RecordDeps): Records<Tables, NamedCheck> =>
  recordsIn(db, checkKinds.video, { wakeRelay, fail: failOpenVideo });
