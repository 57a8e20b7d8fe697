import { mainSite, type Scope, streams } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { ageRecord, messagesOf } from '@redline/testkit/service';
import { insertImageCheck, type NewImageCheck } from '../src/store/image-checks.ts';
import type { Db } from '../src/store/tables.ts';
import { insertVideoCheck, type NewVideoCheck } from '../src/store/video-checks.ts';
import { newId, newScope } from './engine.ts';

/** An image check as `prepare` leaves it. */
export async function insertImage(db: Db, changes: Partial<NewImageCheck> = {}) {
  const { id = newId(), scope = newScope() } = changes;
  const isMain = scope.siteId === mainSite.id;
  await insertImageCheck(db, {
    id,
    scope,
    deadlineMs: Date.now() + 60_000,
    listed: !isMain,
    batchId: null,
    productVertical: isMain ? 'creator' : null,
    vertical: isMain ? null : 'beauty',
    explainLocale: isMain ? 'zh-CN' : 'en-US',
    types: null,
    url: 'https://shop.example/a.jpg',
    title: 'A mug',
    sizeBytes: 1_000,
    width: null,
    height: null,
    ...changes,
  });
  return { id, scope };
}

/** A video check as `prepare` leaves it. */
export async function insertVideo(db: Db, changes: Partial<NewVideoCheck> = {}) {
  const { id = newId('video'), scope = newScope() } = changes;
  const isMain = scope.siteId === mainSite.id;
  await insertVideoCheck(db, {
    id,
    scope,
    deadlineMs: Date.now() + 60_000,
    productVertical: isMain ? 'creator' : null,
    batchId: null,
    platform: isMain ? 'shortvideo_a' : 'shortvideo_us',
    vertical: isMain ? null : 'beauty',
    frameTypes: null,
    audioTypes: null,
    url: 'https://shop.example/v.mp4',
    title: 'A mug',
    sizeMb: 1,
    durationSeconds: 10,
    width: null,
    height: null,
    linked: null,
    transcriptStatus: 'processing',
    ...changes,
  });
  return { id, scope };
}

type Checked = 'image_checks' | 'video_checks';

export const rowOf = (db: Db, id: string) =>
  db.selectFrom('image_checks').selectAll().where('id', '=', id).executeTakeFirst();

export const videoRow = (db: Db, id: string) =>
  db.selectFrom('video_checks').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the objects that are to be removed from the blob store. */
export const removalsOf = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('removals').select('key').orderBy('position').execute()).map(({ key }) => key);

/** Makes a check look as if it had last changed, and its lease ended, so long ago. */
export const age = (
  db: Db,
  id: string,
  { byMs, table = 'image_checks' }: { readonly byMs: number; readonly table?: Checked },
) => ageRecord(db, { table, id, byMs });

/** Returns the events of one check, oldest first, by their last words. */
export const eventsOf = async (bus: Bus, id: string): Promise<string[]> =>
  (await messagesOf(bus, streams.events.name, id)).map(({ subject }) =>
    subject.replace(/^event\.media\.(image|video)\./, ''),
  );

/** Returns the payloads of its events. */
export const payloadsOf = async (bus: Bus, id: string) =>
  (await messagesOf(bus, streams.events.name, id)).map(({ payload }) => payload);

export const scopesBeside = (scope: Scope): Scope[] => [
  { ...scope, accountId: 'acct_other' },
  { ...scope, siteId: scope.siteId === 'id' ? 'us' : 'id' },
  { ...scope, tenantId: 'b' },
];
