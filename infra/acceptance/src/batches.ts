import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { batchShapes } from './batch-shapes.ts';
import type { Answer } from './exchange.ts';
import { type MediaClient, mediaClient, type Uploaded } from './media-client.ts';
import { dataOf } from './text-checks.ts';
import type { Customer, SiteName, World } from './world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The lowest plan with batches of each site (document 4), and the one below it. */
export const plansOf = {
  us: { from: 'premium', below: 'standard' },
  id: { from: 'flagship', below: 'standard' },
  main: { from: 'enterprise', below: 'premium' },
} as const;

/** The platform and vertical of a batch, by site. */
export const placeOf = {
  us: { platform: 'dtc_us', vertical: 'supplement' },
  id: { platform: 'marketplace_b', vertical: 'health' },
  main: { platform: 'shortvideo_a', productVertical: 'creator', industryVertical: 'general' },
} as const;

/** A text without risks, and one with a risk. */
export const textsOf = {
  us: ['Soft cotton socks, six pairs, in grey.', 'Our drops cure arthritis in three days.'],
  id: ['Kaus kaki katun lembut, enam pasang.', 'Kapsul ini menyembuhkan diabetes dalam tiga hari.'],
  main: ['纯棉毛巾三条装，吸水柔软，欢迎到店选购。', '我家的面膜是全国最好的护肤品，三天根治湿疹。'],
} as const;

/** The timeout of a batch: forty items have ten videos, on two cores that run everything else too. */
const endTimeoutMs = 240_000;
const pollMs = 500;

/** Builds an entry of a batch from a file. */
export const imageEntry = ({ url, bytes }: Uploaded, name = 'A picture') => ({ url, name, size: bytes });
export const videoEntry = ({ url, bytes }: Uploaded, duration: number, name = 'A video') => ({
  url,
  name,
  duration,
  size: Math.max(0.01, bytes / 1e6),
});

/** A client of batches with a key of a site. Names without `ask` expect success. */
export interface BatchClient<S extends SiteName> {
  readonly ask: MediaClient<S>['ask'];
  readonly upload: MediaClient<S>['upload'];
  readonly credits: MediaClient<S>['credits'];
  readonly askBatch: (items: Fields, headers?: OutgoingHttpHeaders) => Promise<Answer>;
  /** @returns its id */
  readonly submit: (items: Fields) => Promise<string>;
  readonly batch: (id: string, query?: string) => Promise<z.output<(typeof batchShapes)[S]['batch']>>;
  readonly ended: (id: string, query?: string) => Promise<z.output<(typeof batchShapes)[S]['batch']>>;
  readonly list: (query?: string) => Promise<z.output<(typeof batchShapes)[S]['list']>>;
}

export function batchClient<S extends SiteName>(
  world: World,
  site: S,
  key: string,
  headers: OutgoingHttpHeaders = {},
): BatchClient<S> {
  const { ask, upload, credits } = mediaClient(world, site, key, headers);
  const shapes = batchShapes[site];
  const askBatch: BatchClient<S>['askBatch'] = (items, more) =>
    ask('POST', '/batches', { name: 'A batch', ...placeOf[site], ...items }, more);
  const batch: BatchClient<S>['batch'] = async (id, query = '') =>
    dataOf(await ask('GET', `/batches/${id}${query}`), 200, shapes.batch) as z.output<
      (typeof batchShapes)[S]['batch']
    >;
  return {
    ask,
    upload,
    credits,
    askBatch,
    batch,
    submit: async (items) => dataOf(await askBatch(items), 201, shapes.accepted).id,
    async ended(id, query) {
      const endMs = performance.now() + endTimeoutMs;
      for (; performance.now() < endMs; await sleep(pollMs)) {
        const record = await batch(id, query);
        if (record.result !== null) return record;
      }
      throw new Error(`${id} had no result within ${endTimeoutMs} ms`);
    },
    list: async (query = '') =>
      dataOf(await ask('GET', `/batches${query}`), 200, shapes.list) as z.output<
        (typeof batchShapes)[S]['list']
      >,
  };
}

/** Creates an account of a site, on the plan that batches need, with its client. */
export async function openBatches<S extends SiteName>(
  world: World,
  site: S,
  { credits = 1_000, plan = plansOf[site].from }: { credits?: number; plan?: string } = {},
): Promise<{ readonly customer: Customer; readonly client: BatchClient<S> }> {
  const customer = await world.createCustomer({ site, plan, credits });
  return { customer, client: batchClient(world, site, customer.key) };
}
