import { type BatchFilter, batchRequests, type Scope } from '@redline/contracts';
import { type Bus, type Running, serveAll } from '@redline/service-kit/bus';
import type { z } from 'zod';
import { refusalOf } from './fake-media.ts';

type Body = z.output<(typeof batchRequests)['prepare']['request']>['batch'];
type Found = Extract<z.input<(typeof batchRequests)['get']['reply']>, { outcome: 'found' }>['record'];
type Item = z.input<(typeof batchRequests)['list']['reply']>['items'][number];

interface BatchRow {
  readonly scope: Scope;
  readonly batch: Body;
  status: 'processing' | 'failed';
  attempt: number;
}

/** An orchestrator's batches, and what it was asked. */
export interface FakeBatches {
  readonly batches: Map<string, BatchRow>;
  readonly pages: { readonly filter?: BatchFilter | undefined; readonly locale?: string | undefined }[];
  readonly locales: (string | undefined)[];
  /** Why a batch is refused once its videos were measured; after so many milliseconds. */
  misfit: { readonly message: string; readonly afterMs: number; readonly path?: string } | null;
}

export const createFakeBatches = (): FakeBatches => ({
  batches: new Map(),
  pages: [],
  locales: [],
  misfit: null,
});

/** The shared behaviour of the fake services. */
interface Surroundings {
  readonly withFault: <T>(step: 'prepare' | 'abandon', id: string, act: () => T) => Promise<T>;
  readonly refund: (operationId: string) => void;
}

const at = '2026-11-21T12:00:00.000Z';

const stateOf = (id: string, { batch, status }: BatchRow) => ({
  id,
  name: batch.name,
  status,
  progress: { total: sizeOf(batch), done: 0, percent: 0 },
  result: null,
  createdAt: at,
  finishedAt: null,
});
const sizeOf = ({ texts, images, videos }: Body) => texts.length + images.length + videos.length;
const noMainSummary = { strict: 0, soft: 0, custom: 0, semantic: 0 };
const noSummary = { violation: 0, sceneHint: 0 };

function render(id: string, row: BatchRow): Found {
  const { batch } = row;
  const { platform } = batch;
  if ('productVertical' in batch) {
    const { productVertical, industryVertical } = batch;
    const place = { platform, productVertical, industryVertical };
    return { ...stateOf(id, row), object: 'batch', ...place, summary: noMainSummary, items: [] };
  }
  const place = { platform, vertical: batch.vertical };
  return { ...stateOf(id, row), object: 'intl_batch', ...place, summary: noSummary, items: [] };
}

function renderItem(id: string, row: BatchRow): Item {
  const { texts, images, videos } = row.batch;
  const [text, image, video] = [texts.length, images.length, videos.length];
  return 'productVertical' in row.batch
    ? { ...stateOf(id, row), object: 'batch', summary: noMainSummary, counts: { text, image, video } }
    : {
        ...stateOf(id, row),
        object: 'intl_batch',
        summary: noSummary,
        counts: { texts: text, images: image, videos: video },
      };
}

/** Answers what the gateway asks about batches, over a real bus. */
export function serveBatches(bus: Bus, state: FakeBatches, around: Surroundings): Running {
  const { batches } = state;
  const own = (scope: Scope, id: string) => {
    const row = batches.get(id);
    return row && JSON.stringify(row.scope) === JSON.stringify(scope) ? row : undefined;
  };
  return serveAll(
    bus,
    batchRequests,
    {
      async prepare({ operationId, scope, batch }) {
        const { misfit } = state;
        if (misfit) {
          await new Promise((resolve) => setTimeout(resolve, misfit.afterMs));
          return refusalOf(misfit);
        }
        return around.withFault('prepare', operationId, () => {
          if (!batches.has(operationId))
            batches.set(operationId, { scope, batch, status: 'processing', attempt: 0 });
          const line = { lineId: operationId, item: 'batch' as const, quantity: 1 };
          return { outcome: 'prepared' as const, lines: [line] };
        });
      },
      async quote() {
        const { misfit } = state;
        return misfit
          ? refusalOf(misfit)
          : { outcome: 'quoted' as const, lines: [{ item: 'batch' as const, quantity: 1 }], laterLines: [] };
      },
      abandon: ({ operationId, reason }) =>
        around.withFault('abandon', `${operationId} ${reason}`, () => {
          const row = batches.get(operationId);
          if (row && (row.status !== 'processing' || row.attempt > 0))
            return { outcome: 'too_late' as const };
          if (reason === 'refused') batches.delete(operationId);
          else {
            if (row) row.status = 'failed';
            around.refund(operationId);
          }
          return { outcome: 'abandoned' as const };
        }),
      reopen: async () => ({ outcome: 'not_found' as const }),
      statuses: async () => ({ records: [] }),
      async get({ scope, id, locale }) {
        state.locales.push(locale);
        const row = own(scope, id);
        return row
          ? { outcome: 'found' as const, record: render(id, row) }
          : { outcome: 'not_found' as const };
      },
      async list({ scope, page, pageSize, filter, locale }) {
        state.pages.push({ filter, locale });
        const all = [...batches].filter(([id]) => own(scope, id)).reverse();
        const items = all.slice((page - 1) * pageSize, page * pageSize);
        return { total: all.length, items: items.map(([id, row]) => renderItem(id, row)) };
      },
      async delete({ scope, id }) {
        if (!own(scope, id)) return { outcome: 'not_found' as const };
        batches.delete(id);
        return { outcome: 'deleted' as const };
      },
    },
    { queue: 'batch-orchestrator', concurrency: 1_000, stopTimeoutMs: 100 },
  );
}
