import { mainSite, type Scope, streams } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import { sql } from 'kysely';
import { insertImageCheck, type NewImageCheck } from '../src/store/image-checks.ts';
import type { Db } from '../src/store/tables.ts';
import { insertVideoCheck, type NewVideoCheck } from '../src/store/video-checks.ts';
import { newId, newScope } from './engine.ts';

/** An image check as `prepare` leaves it. */
export async function insertImage(db: Db, changes: Partial<NewImageCheck> = {}) {
  const { id = newId(), scope = newScope() } = changes;
  const isMain = scope.siteId === mainSite.id;
  await insertImageCheck(db, {
    ...{ id, scope, deadlineMs: Date.now() + 60_000, listed: !isMain, batchId: null },
    ...{ productVertical: isMain ? 'creator' : null, vertical: isMain ? null : 'beauty' },
    ...{ explainLocale: isMain ? 'zh-CN' : 'en-US', types: null },
    ...{ url: 'https://shop.example/a.jpg', title: 'A mug', sizeBytes: 1_000, width: null, height: null },
    ...changes,
  });
  return { id, scope };
}

/** A video check as `prepare` leaves it. */
export async function insertVideo(db: Db, changes: Partial<NewVideoCheck> = {}) {
  const { id = newId('video'), scope = newScope() } = changes;
  const isMain = scope.siteId === mainSite.id;
  await insertVideoCheck(db, {
    ...{
      id,
      scope,
      deadlineMs: Date.now() + 60_000,
      productVertical: isMain ? 'creator' : null,
      batchId: null,
    },
    ...{ platform: isMain ? 'shortvideo_a' : 'shortvideo_us', vertical: isMain ? null : 'beauty' },
    ...{ frameTypes: null, audioTypes: null, url: 'https://shop.example/v.mp4', title: 'A mug', sizeMb: 1 },
    ...{ durationSeconds: 10, width: null, height: null, linked: null, transcriptStatus: 'processing' },
    ...changes,
  });
  return { id, scope };
}

type Checked = 'image_checks' | 'video_checks';

export const rowOf = (db: Db, id: string) =>
  db.selectFrom('image_checks').selectAll().where('id', '=', id).executeTakeFirst();

export const videoRow = (db: Db, id: string) =>
  db.selectFrom('video_checks').selectAll().where('id', '=', id).executeTakeFirst();

/** What waits in the outbox for one check, oldest first. */
export async function outboxOf(db: Db, id: string) {
  const { rows } = await sql<{ subject: string; payload: unknown }>`
    select subject, payload from outbox where payload->>'id' = ${id} order by position`.execute(db);
  return rows;
}

export const subjectsOf = async (db: Db, id: string) =>
  (await outboxOf(db, id)).map(({ subject }) => subject);

/** What is to be removed from the blob store. */
export const removalsOf = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('removals').select('key').orderBy('position').execute()).map(({ key }) => key);

/** Makes a check look as if it had last changed, and its lease ended, so long ago. */
export async function age(
  db: Db,
  id: string,
  { byMs, table = 'image_checks' }: { readonly byMs: number; readonly table?: Checked },
): Promise<void> {
  await sql`update ${sql.table(table)} set
      updated_at = updated_at - ${byMs}::float8 * interval '1 ms',
      lease_until = now() - ${byMs}::float8 * interval '1 ms' + (lease_until - lease_until)
    where id = ${id}`.execute(db);
}

/** Every event of the stream that tells of one check, oldest first. */
async function messagesOf(bus: Bus, id: string) {
  const found: { readonly subject: string; readonly told: Record<string, unknown> }[] = [];
  const { state } = await bus.manager.streams.info(streams.events.name);
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
    const message = await bus.manager.streams.getMessage(streams.events.name, { seq });
    const told = message?.json<Record<string, unknown>>();
    if (message && told?.id === id) found.push({ subject: message.subject, told });
  }
  return found;
}

/** What has become of one check, as its events name it. */
export const eventsOf = async (bus: Bus, id: string): Promise<string[]> =>
  (await messagesOf(bus, id)).map(({ subject }) => subject.replace(/^event\.media\.(image|video)\./, ''));

/** What its events say. */
export const toldOf = async (bus: Bus, id: string) => (await messagesOf(bus, id)).map(({ told }) => told);

export const scopesBeside = (scope: Scope): Scope[] => [
  { ...scope, accountId: 'acct_other' },
  { ...scope, siteId: scope.siteId === 'id' ? 'us' : 'id' },
  { ...scope, tenantId: 'b' },
];
