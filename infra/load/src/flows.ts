import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@redline/fault/random';
import { makePicture, uploadFile } from '@redline/testkit';
import {
  batchBody,
  imageBody,
  type Material,
  type MediaFiles,
  prefixOf,
  textBody,
  videoBody,
} from './bodies.ts';
import type { Answer, Call, Client } from './client.ts';
import type { Customer } from './customers.ts';
import { type Operation, pickWeighted, type SiteId, siteShares } from './mix.ts';
import { dataOf, type PolledKind, pauses, polled, progressOf } from './polling.ts';
import type { Recorder } from './recorder.ts';

/** What clients act with. */
export interface World {
  readonly apiUrl: string;
  readonly client: Client;
  readonly customers: Readonly<Record<SiteId, readonly Customer[]>>;
  readonly material: Material;
  readonly random: Random;
  /** Undefined where no media can be made: then there are no images, videos and reports. */
  readonly files: MediaFiles | undefined;
  /** Ids of completed video checks of the first customer of the main site, of which reports are ordered. */
  readonly reportable: readonly string[];
  /** A picture that is uploaded anew; undefined where no media can be made. */
  readonly picture: Buffer | undefined;
  /** Requests that may wait for their answers at a time. */
  readonly inFlightMax: number;
  /** Checks that have been accepted, items of batches included. */
  readonly accepted: { checks: number };
}

/** One client's errand: where its times go, and when it should have begun. */
export interface Errand {
  readonly world: World;
  readonly recorder: Recorder;
  /** Of `performance.now`. */
  readonly scheduledMs: number;
}

/** An image is answered with its verdict, after a minute at most; a report is a stream until it is written. */
const timeoutMs = { image: 65_000, report: 65_000 };
const givesUpMs = { text: 60_000, batch: 180_000, video: 180_000 } as const satisfies Record<
  PolledKind,
  number
>;

/**
 * Does what a client does, from its request to its verdict. Every time counts from when it should have begun, so a client
 * that waits behind others, in here or in the product, counts as slow. Never throws.
 */
export async function doErrand(operation: Operation, errand: Errand): Promise<void> {
  const { world, recorder } = errand;
  if (world.client.inFlight() >= world.inFlightMax) return recorder.error(`${operation} dropped`);
  const { siteId } = pickWeighted(siteShares, world.random);
  const customer = world.random.pick(world.customers[siteId]);
  try {
    await acts[operation](errand, customer);
  } catch (error) {
    recorder.error(`${operation} ${error instanceof Error ? error.message : String(error)}`);
  }
}

const acts: Readonly<Record<Operation, (errand: Errand, customer: Customer) => Promise<void>>> = {
  async text(errand, customer) {
    const id = await submit(errand, customer, 'text', textBody(customer.siteId, errand.world.material), 1);
    if (id) await poll(errand, customer, 'text', id);
  },
  async video(errand, customer) {
    const { files } = errand.world;
    const id = files && (await submit(errand, customer, 'video', videoBody(files), 1));
    if (id) await poll(errand, customer, 'video', id);
  },
  async batch(errand, customer) {
    const { material, files } = errand.world;
    const { body, items } = batchBody(customer.siteId, material, files);
    const id = await submit(errand, customer, 'batch', body, items);
    if (id) await poll(errand, customer, 'batch', id);
  },
  async image(errand, customer) {
    const { files, random } = errand.world;
    if (files) await checkImage(errand, customer, random.pick(files.pictures));
  },
  async upload(errand, customer) {
    const { apiUrl, picture } = errand.world;
    if (!picture) return;
    const client = { siteUrl: `${apiUrl}${prefixOf(customer.siteId)}`, key: customer.key };
    const file = await uploadFile(client, 'image', picture);
    errand.recorder.time('upload', performance.now() - errand.scheduledMs);
    await checkImage({ ...errand, scheduledMs: performance.now() }, customer, file);
  },
  async list(errand, customer) {
    const path = `${prefixOf(customer.siteId)}${polled.text.path}?page=1&pageSize=20`;
    await timed(errand, 'GET list', { method: 'GET', path, key: customer.key });
  },
  async report({ world, recorder, scheduledMs }) {
    const [reader] = world.customers.main;
    if (!reader || world.reportable.length === 0) return;
    const path = `${prefixOf('main')}${polled.video.path}/${world.random.pick(world.reportable)}/report`;
    const call = { method: 'GET', path, key: reader.key, timeoutMs: timeoutMs.report } as const;
    const answer = await timed({ world, recorder, scheduledMs }, 'report', call);
    if (answer.status === 200 && !answer.body.includes('event: complete'))
      recorder.error('report unfinished');
  },
};

/** Sends a request and records its time from when it should have been sent; other answers than 2xx are errors. */
async function timed({ world, recorder, scheduledMs }: Errand, name: string, call: Call): Promise<Answer> {
  const answer = await world.client.send(call);
  recorder.time(name, performance.now() - scheduledMs);
  const { status } = answer;
  if (typeof status === 'string' || status >= 300) recorder.error(`${name} ${status}`);
  return answer;
}

async function submit(
  errand: Errand,
  { siteId, key }: Customer,
  kind: PolledKind,
  body: object,
  checks: number,
): Promise<string | undefined> {
  const path = `${prefixOf(siteId)}${polled[kind].path}`;
  const answer = await timed(errand, `POST ${kind}`, { method: 'POST', path, key, body });
  if (answer.status !== 201) return undefined;
  errand.world.accepted.checks += checks;
  return String(dataOf(answer.body)?.['id']);
}

async function checkImage(errand: Errand, { siteId, key }: Customer, file: Parameters<typeof imageBody>[0]) {
  const path = `${prefixOf(siteId)}/image/checks`;
  const call = { method: 'POST', path, key, body: imageBody(file), timeoutMs: timeoutMs.image } as const;
  const answer = await timed(errand, 'verdict image', call);
  if (answer.status !== 201) return;
  errand.world.accepted.checks++;
  if (dataOf(answer.body)?.['status'] !== 'completed') errand.recorder.error('image not completed');
}

/** Reads a record again and again until its verdict. A read counts from when its pause was over. */
async function poll(errand: Errand, { siteId, key }: Customer, kind: PolledKind, id: string): Promise<void> {
  const { world, recorder, scheduledMs } = errand;
  const path = `${prefixOf(siteId)}${polled[kind].path}/${id}`;
  const startedAt = Date.now() - (performance.now() - scheduledMs);
  for (const pauseMs of pauses(kind, givesUpMs[kind])) {
    const dueMs = performance.now() + pauseMs;
    await sleep(pauseMs);
    if (world.client.inFlight() >= world.inFlightMax) {
      recorder.error(`GET ${kind} dropped`);
      continue;
    }
    const answer = await timed({ ...errand, scheduledMs: dueMs }, `GET ${kind}`, {
      method: 'GET',
      path,
      key,
    });
    const progress = answer.status === 200 ? progressOf(kind, answer.body) : undefined;
    if (!progress || progress.state === 'processing') continue;
    if (progress.state === 'failed') return recorder.error(`${kind} failed`);
    if (progress.endedAtMs !== undefined) recorder.time(`verdict ${kind}`, progress.endedAtMs - startedAt);
    recorder.time(`seen ${kind}`, performance.now() - scheduledMs);
    return;
  }
  recorder.error(`${kind} without a verdict`);
}

/** Makes the picture that is uploaded anew. */
export const newPicture = (): Promise<Buffer> => makePicture('Our oat soap\ncures eczema overnight');
