import {
  imageEndedBroadcast,
  imageJob,
  imageRequests,
  productLineNames,
  refused,
  refusedFields,
  type Scope,
  uploadRequests,
  type VideoCheckFilter,
  videoRequests,
} from '@redline/contracts';
import { type Bus, broadcast, consumeJobs, type Running, serveAll } from '@redline/service-kit/bus';
import {
  type ImageBody,
  renderImage,
  renderImageItem,
  renderVideo,
  renderVideoItem,
  type VideoBody,
} from './media-records.ts';

interface MediaRecord<B> {
  readonly scope: Scope;
  readonly check: B;
  status: 'processing' | 'completed' | 'failed';
  attempt: number;
}

/** A media engine's records, and how it behaves. */
export interface FakeMedia {
  readonly images: Map<string, MediaRecord<ImageBody>>;
  readonly videos: Map<string, MediaRecord<VideoBody>>;
  /** The filters of lists and the locales of videos, in order. */
  readonly filters: (VideoCheckFilter | undefined)[];
  readonly locales: (string | undefined)[];
  /** Ids of the images that were read, and those that were to be failed. */
  readonly reads: string[];
  readonly expired: string[];
  /** While true, nobody answers what an image came to, nor fails one. */
  isSilent: boolean;
  /** Why a video is refused once it was measured; after so many milliseconds. */
  misfit: { readonly message: string; readonly afterMs: number; readonly path?: string } | null;
  /** Why an upload is refused. */
  uploadRefusal: { readonly code?: 'storage_limit'; readonly message: string } | null;
  readonly wishes: { readonly scope: Scope; readonly kind: string; readonly filename: string | null }[];
}

export const createFakeMedia = (): FakeMedia => ({
  images: new Map(),
  videos: new Map(),
  filters: [],
  locales: [],
  reads: [],
  expired: [],
  isSilent: false,
  misfit: null,
  uploadRefusal: null,
  wishes: [],
});

/** The reply of an owner to what does not fit its file; without `path` that of the last release. */
export const refusalOf = ({ message, path }: { readonly message: string; readonly path?: string }) =>
  path === undefined ? refused('invalid_request', message) : refusedFields([{ path, message }]);

/** The shared behaviour of the fake services. */
interface Surroundings {
  readonly withFault: <T>(step: 'prepare' | 'abandon', id: string, act: () => T) => Promise<T>;
  readonly refund: (operationId: string) => void;
}

const options = { queue: 'media-engine', concurrency: 1_000, stopTimeoutMs: 100 };
const never = () => new Promise<never>(() => undefined);
const isOwn = (record: { readonly scope: Scope } | undefined, scope: Scope) =>
  record !== undefined && JSON.stringify(record.scope) === JSON.stringify(scope);

/** Answers what the gateway asks about images, videos and uploads, over a real bus. */
export function serveMedia(bus: Bus, state: FakeMedia, around: Surroundings): Running[] {
  return [serveImages(bus, state, around), serveVideos(bus, state, around), serveUploads(bus, state)];
}

function prepare<B extends object>(
  records: Map<string, MediaRecord<B>>,
  { operationId, scope, check }: { operationId: string; scope: Scope; check: B },
  bill: { readonly item: 'image_check' | 'video_second'; readonly quantity: number },
) {
  if (!records.has(operationId)) records.set(operationId, { scope, check, status: 'processing', attempt: 0 });
  return { outcome: 'prepared' as const, lines: [{ lineId: operationId, ...billed(check, bill) }] };
}

function billed(
  check: object,
  bill: { readonly item: 'image_check' | 'video_second'; readonly quantity: number },
) {
  const vertical = 'productVertical' in check ? check.productVertical : undefined;
  const productLine = productLineNames.find((name) => name === vertical);
  return { ...bill, ...(productLine && { productLine }) };
}

function abandon<B>(records: Map<string, MediaRecord<B>>, id: string, reason: string, around: Surroundings) {
  const record = records.get(id);
  if (record && (record.status !== 'processing' || record.attempt > 0))
    return { outcome: 'too_late' as const };
  if (reason === 'refused') records.delete(id);
  else {
    if (record) record.status = 'failed';
    around.refund(id);
  }
  return { outcome: 'abandoned' as const };
}

function serveImages(bus: Bus, state: FakeMedia, around: Surroundings): Running {
  const { images } = state;
  const listed = (scope: Scope) =>
    [...images]
      .filter(([, one]) => isOwn(one, scope) && (scope.siteId !== 'main' || one.status !== 'processing'))
      .reverse();
  return serveAll(
    bus,
    imageRequests,
    {
      prepare: (asked) =>
        around.withFault('prepare', asked.operationId, () =>
          prepare(images, asked, { item: 'image_check', quantity: 1 }),
        ),
      quote: async ({ check }) => ({
        outcome: 'quoted' as const,
        lines: [billed(check, { item: 'image_check', quantity: 1 })],
        laterLines: [],
      }),
      abandon: ({ operationId, reason }) =>
        around.withFault('abandon', `${operationId} ${reason}`, () =>
          abandon(images, operationId, reason, around),
        ),
      reopen: async () => ({ outcome: 'not_found' as const }),
      statuses: async () => ({ records: [] }),
      async get({ scope, id }) {
        state.reads.push(id);
        if (state.isSilent) return never();
        const record = images.get(id);
        const isHidden = scope.siteId === 'main' && record?.status === 'processing';
        return record && isOwn(record, scope) && !isHidden
          ? { outcome: 'found' as const, record: renderImage(id, record) }
          : { outcome: 'not_found' as const };
      },
      async list({ scope, page, pageSize, filter }) {
        state.filters.push(filter);
        const all = listed(scope);
        const items = all.slice((page - 1) * pageSize, page * pageSize);
        return { total: all.length, items: items.map(([id, one]) => renderImageItem(id, one)) };
      },
      async delete({ scope, id }) {
        if (!isOwn(images.get(id), scope)) return { outcome: 'not_found' as const };
        images.delete(id);
        return { outcome: 'deleted' as const };
      },
      async expire({ id }) {
        state.expired.push(id);
        if (state.isSilent) return never();
        const record = images.get(id);
        if (!record) return { outcome: 'not_found' as const };
        if (record.status !== 'processing') return { outcome: 'ended' as const };
        record.status = 'failed';
        around.refund(id);
        return { outcome: 'expired' as const };
      },
    },
    options,
  );
}

function serveVideos(bus: Bus, state: FakeMedia, around: Surroundings): Running {
  const { videos } = state;
  return serveAll(
    bus,
    videoRequests,
    {
      async prepare(asked) {
        const { misfit } = state;
        if (misfit) {
          await new Promise((resolve) => setTimeout(resolve, misfit.afterMs));
          return refusalOf(misfit);
        }
        return around.withFault('prepare', asked.operationId, () => {
          const quantity = Math.ceil(asked.check.videoDuration);
          return prepare(videos, asked, { item: 'video_second', quantity });
        });
      },
      async quote({ check }) {
        const { misfit } = state;
        if (misfit) return refusalOf(misfit);
        const quantity = Math.ceil(check.videoDuration);
        const lines = [billed(check, { item: 'video_second', quantity })];
        return { outcome: 'quoted' as const, lines, laterLines: [] };
      },
      abandon: ({ operationId, reason }) =>
        around.withFault('abandon', `${operationId} ${reason}`, () =>
          abandon(videos, operationId, reason, around),
        ),
      reopen: async () => ({ outcome: 'not_found' as const }),
      statuses: async () => ({ records: [] }),
      measure: async () => ({ outcome: 'fits' as const }),
      async get({ scope, id, locale }) {
        state.locales.push(locale);
        const record = videos.get(id);
        return record && isOwn(record, scope)
          ? { outcome: 'found' as const, record: renderVideo(id, record) }
          : { outcome: 'not_found' as const };
      },
      async list({ scope, page, pageSize, filter }) {
        state.filters.push(filter);
        const all = [...videos].filter(([, one]) => isOwn(one, scope)).reverse();
        const items = all.slice((page - 1) * pageSize, page * pageSize);
        return { total: all.length, items: items.map(([id, one]) => renderVideoItem(id, one)) };
      },
      async delete({ scope, id }) {
        if (!isOwn(videos.get(id), scope)) return { outcome: 'not_found' as const };
        videos.delete(id);
        return { outcome: 'deleted' as const };
      },
    },
    options,
  );
}

function serveUploads(bus: Bus, state: FakeMedia): Running {
  return serveAll(
    bus,
    uploadRequests,
    {
      async policy({ scope, kind, filename }) {
        state.wishes.push({ scope, kind, filename });
        if (state.uploadRefusal) return { outcome: 'refused' as const, ...state.uploadRefusal };
        const policy = {
          kind,
          host: 'http://127.0.0.1:8080/uploads',
          cdnHost: 'http://127.0.0.1:8080/assets',
          dir: `${scope.siteId}/a/`,
          key: `${scope.siteId}/a/b.jpg`,
          policy: 'eyJ9',
          accessKeyId: 'redline',
          signature: 'c2ln',
          maxSizeBytes: 10_485_760,
          expiresAt: '2026-11-21T12:05:00.000Z',
          contentTypes: ['image/jpeg'],
        };
        return { outcome: 'issued' as const, policy };
      },
    },
    options,
  );
}

/** Takes image jobs and ends them, with an announcement or without; `stuck` keeps them running. */
export function startImageWorker(
  bus: Bus,
  state: FakeMedia,
  how: () => 'announced' | 'silent' | 'stuck',
): Promise<Running> {
  return consumeJobs(
    bus,
    imageJob,
    async ({ id }) => {
      const record = state.images.get(id);
      if (record?.status !== 'processing') return;
      record.attempt += 1;
      if (how() === 'stuck') return;
      record.status = 'completed';
      if (how() === 'announced') broadcast(bus, imageEndedBroadcast, { id });
    },
    { durable: 'media-engine-image', concurrency: 10, stopTimeoutMs: 100 },
  );
}
