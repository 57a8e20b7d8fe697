import { reopenRecord } from '@redline/service-kit/records';
import { describeRecordLife } from '@redline/service-kit/test/record-life';
import { imageRecords, videoRecords } from '../src/handlers/check-records.ts';
import { checkKinds } from '../src/store/check-kinds.ts';
import { finishImageCheck, takeImageCheck } from '../src/store/image-checks.ts';
import { takeVideoCheck } from '../src/store/video-attempts.ts';
import { createTestDb, newScope } from './engine.ts';
import { insertImage, insertVideo } from './rows.ts';

const scope = newScope();
const event = { subject: 'event.media.completed', payload: {} };
/** The gateway that waits for an image is not there. */
const announceNothing = { wakeRelay: () => undefined, bus: { connected: false } as never };

describeRecordLife('an image check', async () => {
  const { db, dispose } = await createTestDb();
  const verdict = { riskLevel: 'PASS', detections: [], coverage: [], width: 1, height: 1 } as const;
  return {
    records: imageRecords({ db, ...announceNothing }),
    insert: async () => (await insertImage(db)).id,
    take: (id, limits) => takeImageCheck(db, id, limits),
    reopen: (id) => reopenRecord(db, checkKinds.image, id),
    finish: (taken) => finishImageCheck(db, { taken, ...verdict }, event),
    named: { scope },
    dispose,
  };
});

// Finishing a video is special: with its visual result it is open for its voice, and failing it fails the transcript.
describeRecordLife('a video check', async () => {
  const { db, dispose } = await createTestDb();
  return {
    records: videoRecords({ db, ...announceNothing }),
    insert: async () => (await insertVideo(db)).id,
    take: (id, limits) => takeVideoCheck(db, id, limits),
    reopen: (id) => reopenRecord(db, checkKinds.video, id),
    named: { scope },
    dispose,
  };
});
