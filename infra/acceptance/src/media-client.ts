import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { Answer } from './exchange.ts';
import { mediaShapes } from './media-shapes.ts';
import { dataOf } from './text-checks.ts';
import type { Customer, SiteName, World } from './world.ts';

type Fields = Readonly<Record<string, unknown>>;
type Shapes<S extends SiteName> = (typeof mediaShapes)[S];

const prefixOf = { us: '/v1/intl/us', id: '/v1/intl/id', main: '/v1' } as const;

/** The timeout of a video: half its length, at least 30 s (document 1), with a margin for a busy machine. */
const videoTimeoutMs = 60_000;
const pollMs = 500;

/** An uploaded file, as a client declares it. */
export interface Uploaded {
  readonly url: string;
  readonly key: string;
  readonly bytes: number;
}

/** A client of images, videos and uploads with a key of a site. Names without `ask` expect success. */
export interface MediaClient<S extends SiteName> {
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: OutgoingHttpHeaders,
  ) => Promise<Answer>;
  readonly upload: (kind: 'image' | 'video', file: Buffer) => Promise<Uploaded>;
  readonly askImage: (file: Uploaded, change?: Fields, headers?: OutgoingHttpHeaders) => Promise<Answer>;
  readonly image: (file: Uploaded, change?: Fields) => Promise<z.output<Shapes<S>['imageCheck']>>;
  readonly askVideo: (file: Uploaded, seconds: number, change?: Fields) => Promise<Answer>;
  /** @returns its id */
  readonly submitVideo: (file: Uploaded, seconds: number, change?: Fields) => Promise<string>;
  /** Polls as in document 1: until the record and its transcript have ended. */
  readonly ended: (id: string, query?: string) => Promise<z.output<Shapes<S>['videoCheck']>>;
  readonly credits: () => Promise<number>;
}

/** Creates an account of a site, on a plan that includes keys, with its client. */
export async function openMedia<S extends SiteName>(
  world: World,
  site: S,
  credits = 1_000,
): Promise<{ readonly customer: Customer; readonly client: MediaClient<S> }> {
  const plan = site === 'id' ? 'flagship' : 'premium';
  const customer = await world.createCustomer({ site, plan, credits });
  return { customer, client: mediaClient(world, site, customer.key) };
}

export function mediaClient<S extends SiteName>(
  world: World,
  site: S,
  key: string,
  ownHeaders: OutgoingHttpHeaders = {},
): MediaClient<S> {
  const shapes: Shapes<S> = mediaShapes[site];
  const ask: MediaClient<S>['ask'] = (method, path, body, headers = {}) =>
    world.call({
      key,
      method,
      path: `${prefixOf[site]}${path}`,
      headers: { ...ownHeaders, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const askImage: MediaClient<S>['askImage'] = ({ url, bytes }, change = {}, headers = {}) =>
    ask(
      'POST',
      '/image/checks',
      { imageUrl: url, imageTitle: 'A picture', imageSize: bytes, ...change },
      headers,
    );
  const askVideo: MediaClient<S>['askVideo'] = ({ url, bytes }, seconds, change = {}) => {
    const measures = { videoSize: Math.max(0.01, bytes / 1e6), videoDuration: seconds };
    return ask('POST', '/video/checks', { videoUrl: url, videoTitle: 'A video', ...measures, ...change });
  };
  const video = async (id: string, query: string) => {
    const answer = await ask('GET', `/video/checks/${id}${query}`);
    return dataOf(answer, 200, shapes.videoCheck) as z.output<Shapes<S>['videoCheck']>;
  };
  return {
    ask,
    askImage,
    askVideo,
    async upload(kind, file) {
      const filename = kind === 'image' ? 'a picture.jpg' : 'a video.mp4';
      const policy = dataOf(
        await ask('POST', '/uploads/policy', { kind, filename }),
        201,
        shapes.uploadPolicy,
      );
      await postForm(policy, file);
      return { url: `${policy.cdnHost}/${policy.key}`, key: policy.key, bytes: file.length };
    },
    image: async (file, change) =>
      dataOf(await askImage(file, change), 201, shapes.imageCheck) as z.output<Shapes<S>['imageCheck']>,
    submitVideo: async (file, seconds, change) =>
      dataOf(await askVideo(file, seconds, change), 201, shapes.videoAccepted).id,
    async ended(id, query = '') {
      const endMs = performance.now() + videoTimeoutMs;
      for (; performance.now() < endMs; await sleep(pollMs)) {
        const record = await video(id, query);
        const voice = 'transcriptStatus' in record ? record.transcriptStatus : record.transcript.status;
        if (record.status !== 'processing' && voice !== 'processing') return record;
      }
      throw new Error(`${id} had not ended within ${videoTimeoutMs} ms`);
    },
    async credits() {
      const { body } = await ask('GET', '/account');
      return (body as { data: { credits: { total: number } } }).data.credits.total;
    },
  };
}

/** A file at an address that is refused before any connection. */
export const unreachable: Uploaded = { url: 'http://127.0.0.1:9/file', key: '', bytes: 1_000_000 };

interface Form {
  readonly host: string;
  readonly key: string;
  readonly policy: string;
  readonly accessKeyId: string;
  readonly signature: string;
}

/** Posts a file by the documented form. @throws Error if it is not accepted */
async function postForm({ host, key, policy, accessKeyId, signature }: Form, file: Buffer): Promise<void> {
  const response = await sendForm(host, { key, policy, StoreAccessKeyId: accessKeyId, signature }, file);
  if (!response.ok) throw new Error(`the upload was answered ${response.status}: ${await response.text()}`);
}

/** Posts a file and returns the answer, whatever it is. */
export function sendForm(
  host: string,
  fields: Readonly<Record<string, string>>,
  file: Buffer,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file)]), 'file');
  return fetch(host, { method: 'POST', body: form });
}
