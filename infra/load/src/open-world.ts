import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@redline/fault/random';
import { unlimitedRates, withTemporaryStack } from '@redline/local';
import { connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { canMakeMedia, makePicture, makeVideo, uploadFile } from '@redline/testkit';
import { type MediaFiles, prefixOf, videoBody } from './bodies.ts';
import { type Client, openClient } from './client.ts';
import { type CostMeter, countingSettings, openCostMeter } from './costs.ts';
import { type Customer, type Customers, openCustomers, readCustomers } from './customers.ts';
import { newPicture, type World } from './flows.ts';
import { type Mix, operations } from './mix.ts';
import { dataOf, pauses, progressOf } from './polling.ts';
import { openReferences, type References } from './references.ts';
import { openTexts } from './texts.ts';

/** A world to load, and what measures it; both are undefined where the servers are not ours. */
export interface Loadable {
  readonly world: World;
  readonly references: References | undefined;
  readonly meter: CostMeter | undefined;
}

export interface WorldOptions {
  readonly mix: Mix;
  readonly random: Random;
  readonly inFlightMax: number;
}

const perSite = 20;
const pictureCount = 5;
const videoSeconds = 6;
const reportableCount = 2;
const givesUpMs = 120_000;
const needFiles = new Set<string>(['image', 'upload', 'video', 'report']);

/**
 * Runs the product as `npm start` does, on temporary data and free ports, with accounts of its own, while `use` runs.
 * Limits of keys are out of the way, and its Postgres counts statements.
 */
export async function withOwnStack<T>(
  options: WorldOptions,
  use: (loadable: Loadable) => Promise<T>,
): Promise<T> {
  const env = { ...unlimitedRates, LOG_LEVEL: 'warn' };
  const stackOptions = { name: 'load', env, withTester: true, postgresSettings: countingSettings };
  return withTemporaryStack(stackOptions, async (stack) => {
    const log = createLogger({ service: 'load', level: 'warn', destination: process.stderr });
    const bus = await connectBus({ url: stack.testerUrl, name: 'load', log });
    stack.parts.add('bus', () => bus.close());
    const customers = await openCustomers(bus, perSite);
    const references = await openReferences(stack.adminUrl, bus);
    stack.parts.add('references', references.close);
    const meter = await openCostMeter(stack, bus);
    stack.parts.add('meter', meter.close);
    const world = await openWorld(stack.apiUrl, customers, options);
    stack.parts.add('client', async () => world.client.close());
    return use({ world, references, meter });
  });
}

/** Loads a product that runs already, with keys of a file, while `use` runs. */
export async function withRunningProduct<T>(
  { apiUrl, keyFile }: { readonly apiUrl: string; readonly keyFile: string },
  options: WorldOptions,
  use: (loadable: Loadable) => Promise<T>,
): Promise<T> {
  const world = await openWorld(apiUrl, readCustomers(keyFile), options);
  try {
    return await use({ world, references: undefined, meter: undefined });
  } finally {
    world.client.close();
  }
}

async function openWorld(
  apiUrl: string,
  customers: Customers,
  { mix, random, inFlightMax }: WorldOptions,
): Promise<World> {
  const client = openClient(apiUrl);
  const [uploader] = customers.main;
  if (!uploader) throw new Error('there is no key of the main site');
  const wantsFiles = operations.some((operation) => mix[operation] && needFiles.has(operation));
  const hasFiles = wantsFiles && (await canMakeMedia());
  if (wantsFiles && !hasFiles) {
    process.stderr.write('load: ffmpeg is missing, so there are no images, videos and reports\n');
  }
  const files = hasFiles ? await uploadFiles(apiUrl, uploader) : undefined;
  const reportable = files && mix.report ? await completeVideos(client, uploader, files) : [];
  return {
    apiUrl,
    client,
    customers,
    random,
    material: { textOf: openTexts(random), random },
    files,
    reportable,
    picture: files && (await newPicture()),
    inFlightMax,
    accepted: { checks: 0 },
  };
}

async function uploadFiles(apiUrl: string, { siteId, key }: Customer): Promise<MediaFiles> {
  const site = { siteUrl: `${apiUrl}${prefixOf(siteId)}`, key };
  const pictures = [];
  for (let number = 0; number < pictureCount; number++) {
    const words = `Our oat soap no. ${number}\ncures eczema overnight\nLose 20 pounds in 2 weeks`;
    pictures.push(await uploadFile(site, 'image', await makePicture(words)));
  }
  const film = await makeVideo({ words: 'cures arthritis', seconds: videoSeconds, isSilent: true });
  return { pictures, video: await uploadFile(site, 'video', film), videoSeconds };
}

/** Has videos checked, of which reports can be ordered. @throws Error if one is not completed in two minutes */
async function completeVideos(
  client: Client,
  { siteId, key }: Customer,
  files: MediaFiles,
): Promise<string[]> {
  const path = `${prefixOf(siteId)}/video/checks`;
  const complete = async (): Promise<string> => {
    const accepted = await client.send({ method: 'POST', path, key, body: videoBody(files) });
    const id = String(dataOf(accepted.body)?.['id']);
    for (const pauseMs of pauses('video', givesUpMs)) {
      await sleep(pauseMs);
      const { body } = await client.send({ method: 'GET', path: `${path}/${id}`, key });
      if (progressOf('video', body)?.state === 'completed') return id;
    }
    throw new Error(`a video to report on was answered ${accepted.status}, and is not completed`);
  };
  return Promise.all(Array.from({ length: reportableCount }, complete));
}
