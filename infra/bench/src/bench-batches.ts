import { setTimeout as sleep } from 'node:timers/promises';
import {
  batchLane,
  imageJob,
  imageRequests,
  textJob,
  textRequests,
  videoJob,
  videoRequests,
} from '@redline/contracts';
import { call, publishJob } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { type Check, read, submit } from './checks.ts';
import type { Customer } from './customers.ts';
import { uploadMedia } from './media-files.ts';
import type { BenchStack } from './stack.ts';
import { median, percentile } from './statistics.ts';
import { textOf } from './texts.ts';

const batchCount = 10;
const perBatch = { texts: 10, images: 20, videos: 10 } as const;
const measured = { texts: 60, images: 10 } as const;
const pollMs = 20;
const waitMsMax = 60_000;

type Media = Awaited<ReturnType<typeof uploadMedia>>;

/**
 * Measures single checks during ten batches of forty items each, and before them without batches: texts until they are
 * completed, images until their answer.
 */
export async function benchBatches(stack: BenchStack, customer: Customer): Promise<string> {
  const media = await uploadMedia(stack.apiUrl, customer.key, measured.images);
  // Warm-up, not measured.
  await imageOnce(stack, customer, media, 0);
  const alone = await singles(stack, customer, media);
  for (let batch = 0; batch < batchCount; batch++) await handOut(stack, customer, media);
  const beside = await singles(stack, customer, media);
  return [`batches: single checks alone: ${alone}`, `batches: beside ten batches: ${beside}`].join('\n');
}

/** Submits texts and images alternately, one after the other, as one client would. */
async function singles(stack: BenchStack, customer: Customer, media: Media): Promise<string> {
  const texts: number[] = [];
  const images: number[] = [];
  const imaging = (async () => {
    for (let number = 0; number < measured.images; number++) {
      images.push(await imageOnce(stack, customer, media, number));
    }
  })();
  for (let number = 0; number < measured.texts; number++) {
    texts.push(await textOnce(stack, customer, number));
    await sleep(200);
  }
  await imaging;
  return `texts ${shown(texts)}; images ${shown(images)}`;
}

const shown = (ms: readonly number[]) =>
  `p50 ${median(ms).toFixed(0)} ms, p95 ${percentile(ms, 0.95).toFixed(0)} ms, at most ${Math.max(...ms).toFixed(0)} ms (of ${ms.length})`;

async function textOnce({ apiUrl }: BenchStack, { key }: Customer, number: number): Promise<number> {
  const startedMs = performance.now();
  const check: Check = { id: await submit(apiUrl, key, number), key };
  for (;;) {
    const { status } = await read(apiUrl, check);
    const tookMs = performance.now() - startedMs;
    if (status === 'completed') return tookMs;
    if (status === 'failed' || tookMs > waitMsMax) throw new Error(`the check ${check.id} is ${status}`);
    await sleep(pollMs);
  }
}

async function imageOnce(
  { apiUrl }: BenchStack,
  { key }: Customer,
  { pictures }: Media,
  number: number,
): Promise<number> {
  const picture = pictures[number % pictures.length];
  const startedMs = performance.now();
  const response = await fetch(`${apiUrl}/v1/intl/us/image/checks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ imageUrl: picture?.url, imageTitle: 'A soap', imageSize: picture?.bytes }),
    signal: AbortSignal.timeout(waitMsMax + 5_000),
  });
  const { data } = (await response.json()) as { readonly data?: { readonly status: string } };
  if (data?.status !== 'completed')
    throw new Error(`an image was answered ${response.status}: ${data?.status}`);
  return performance.now() - startedMs;
}

/** Submits the items of a batch concurrently, as the orchestrator does. */
async function handOut(
  { bus }: BenchStack,
  { accountId }: Customer,
  { pictures, video, videoSeconds }: Media,
) {
  const scope = { accountId, siteId: 'us' as const, tenantId: '' };
  const batchId = createId('batch');
  const submission = () => ({ scope, batchId, deadlineMs: Date.now() + 60_000 });
  const job = (id: string) => ({ version: 1 as const, id, scope, charged: 0, requestId: batchId });
  const [texts, images, videos] = [batchLane(textJob), batchLane(imageJob), batchLane(videoJob)];
  for (let number = 0; number < perBatch.texts; number++) {
    const id = createId('text');
    const check = { text: textOf(number), platform: 'dtc_us', vertical: 'general', explainLocale: 'en-US' };
    await call(bus, textRequests.prepare, { ...submission(), operationId: id, check });
    await publishJob(bus, texts, id, job(id), { msgId: id, timeoutMs: 5_000 });
  }
  for (let number = 0; number < perBatch.images; number++) {
    const id = createId('image');
    const picture = pictures[number % pictures.length];
    const check = {
      imageUrl: picture?.url ?? '',
      imageTitle: 'A',
      imageSize: picture?.bytes ?? 1,
      explainLocale: 'en-US',
    };
    await call(bus, imageRequests.prepare, { ...submission(), operationId: id, check });
    await publishJob(bus, images, id, job(id), { msgId: id, timeoutMs: 5_000 });
  }
  for (let number = 0; number < perBatch.videos; number++) {
    const id = createId('video');
    const declared = { videoUrl: video.url, videoTitle: 'A', videoSize: Math.max(0.01, video.bytes / 1e6) };
    const check = { ...declared, videoDuration: videoSeconds, platform: 'shortvideo_us' };
    await call(bus, videoRequests.prepare, { ...submission(), operationId: id, check });
    await publishJob(bus, videos, id, job(id), { msgId: id, timeoutMs: 5_000 });
  }
}
