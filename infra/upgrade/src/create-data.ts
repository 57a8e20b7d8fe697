import { makePicture, makeVideo, type UploadedFile, uploadFile, waitFor } from '@redline/testkit';
import type { Client, Fields } from './client.ts';
import { copyOf, type SiteCopy } from './copy.ts';

/** Seconds of the videos: as short as one can be that shows its words. */
export const videoSeconds = 4;
const endTimeoutMs = 240_000;

/** The data created on a site. */
export interface SiteData {
  readonly client: Client;
  readonly copy: SiteCopy;
  /** Addresses of records that have ended: they must read the same ever after. */
  readonly paths: readonly string[];
  readonly picture: UploadedFile;
  readonly video: UploadedFile;
  /** Repeats the first text check. */
  readonly idempotent: {
    readonly body: object;
    readonly headers: Readonly<Record<string, string>>;
    readonly id: string;
  };
}

/** A submission that was accepted and had not ended when the stack was killed. */
export interface UnfinishedData {
  readonly site: string;
  readonly path: string;
  /** The bodies submitted, by position. */
  readonly texts: readonly string[];
}

/** Creates data of every kind on a site, and waits until all of it has ended. */
export async function createData(client: Client): Promise<SiteData> {
  const copy = copyOf[client.site];
  if (!copy) throw new Error(`there is no copy for the site ${client.site}`);
  await createWords(client, copy);
  const bodies = [...copy.texts, copy.withWords].map((text) => ({ text, ...copy.place }));
  const headers = { 'idempotency-key': `upgrade-${client.site}` };
  const ids = await Promise.all(
    bodies.map(async (body, at) => idOf(await client.post('/text/checks', body, at === 0 ? headers : {}))),
  );
  const checks = ids.map((id) => `/text/checks/${id}`);
  for (const path of checks) await ended(client, path);
  for (const path of checks.slice(1, 3)) await rewritten(client, path);
  const [picture, video] = await uploadFiles(client, copy);
  const image = await client.post('/image/checks', imageBody(picture));
  const videoCheck = `/video/checks/${idOf(await client.post('/video/checks', videoBody(video, copy)))}`;
  const batch = `/batches/${idOf(await client.post('/batches', batchBody(copy, picture, video)))}`;
  for (const path of [videoCheck, batch]) await ended(client, path);
  return {
    client,
    copy,
    picture,
    video,
    idempotent: { body: bodies[0] ?? {}, headers, id: ids[0] ?? '' },
    paths: [
      ...checks,
      `/image/checks/${idOf(image)}`,
      videoCheck,
      batch,
      ...(client.site === 'main' ? await createReport(client, videoCheck) : []),
      '/custom-rules',
      '/custom-rules/settings',
    ],
  };
}

/** Submits what takes longer than its answer; the stack is to be killed right after. */
export async function submitUnfinished({
  client,
  copy,
  picture,
  video,
}: SiteData): Promise<UnfinishedData[]> {
  const body = { text: copy.texts[1], ...copy.place, ...(client.site === 'main' ? { autoFix: true } : {}) };
  const batchTexts = batchBody(copy, picture, video).texts;
  const submit = async (path: string, sent: object, texts: readonly string[]): Promise<UnfinishedData> => ({
    site: client.site,
    path: `${path}/${idOf(await client.post(path, sent))}`,
    texts,
  });
  return Promise.all([
    submit('/video/checks', videoBody(video, copy), []),
    submit('/batches', batchBody(copy, picture, video), batchTexts),
    submit(
      '/batches',
      { ...batchBody(copy, picture, video), name: 'Of texts alone', images: [], videos: [] },
      batchTexts,
    ),
    ...Array.from({ length: 4 }, () => submit('/text/checks', body, [copy.texts[1] ?? ''])),
  ]);
}

export const idOf = ({ id }: Fields): string => String(id);

export const imageBody = ({ url, bytes }: UploadedFile): object => ({
  imageUrl: url,
  imageTitle: 'A picture',
  imageSize: bytes,
});

const megabytes = (bytes: number): number => Math.max(0.01, bytes / 1e6);

const videoBody = ({ url, bytes }: UploadedFile, { place }: SiteCopy): object => ({
  videoUrl: url,
  videoTitle: 'A video',
  videoSize: megabytes(bytes),
  videoDuration: videoSeconds,
  platform: place['platform'],
});

function batchBody(copy: SiteCopy, picture: UploadedFile, video: UploadedFile) {
  return {
    name: 'A batch',
    ...copy.place,
    texts: [...copy.texts, ...copy.texts].slice(0, 10),
    images: [{ url: picture.url, name: 'A picture', size: picture.bytes }],
    videos: [{ url: video.url, name: 'A video', size: megabytes(video.bytes), duration: videoSeconds }],
  };
}

async function createWords(client: Client, { words: [replaced, flagged] }: SiteCopy): Promise<void> {
  await client.post('/custom-rules', { keyword: replaced, replacement: 'moss', note: 'A note' });
  await client.post('/custom-rules', { keyword: flagged, matchType: 'phrase' });
  await client.post('/custom-rules/bulk-import', {
    items: Array.from({ length: 50 }, (_, n) => ({ keyword: `imported word ${n}` })),
  });
}

async function uploadFiles(client: Client, { onPicture }: SiteCopy): Promise<[UploadedFile, UploadedFile]> {
  const picture = await makePicture(onPicture);
  const video = await makeVideo({ words: onPicture, seconds: videoSeconds, isSilent: true });
  return [await uploadFile(client, 'image', picture), await uploadFile(client, 'video', video)];
}

/** Reads the stream of a report to its end; gives what is kept of it, and of dismissed notices. */
async function createReport(client: Client, videoCheck: string): Promise<string[]> {
  const { status, text } = await client.ask('GET', `${videoCheck}/report`);
  if (status !== 200 || !text.includes('event: complete'))
    throw new Error(`the report was answered ${status}: ${text}`);
  const { hits } = (await client.post('/qualifications/notice', {
    productVertical: 'creator',
    industry: 'realestate',
  })) as {
    readonly hits: readonly { readonly dismissKey: string }[];
  };
  for (const { dismissKey } of hits) await client.post('/qualifications/dismissals', { dismissKey });
  return [`${videoCheck}/report/latest`, '/qualifications/dismissals'];
}

async function rewritten(client: Client, path: string): Promise<void> {
  await client.post(`${path}/fix`, {});
  await waitFor(async () => (await client.get(path))['fixStatus'] !== 'processing', {
    timeoutMs: endTimeoutMs,
    everyMs: 200,
    what: `the rewrite of ${path}`,
  });
}

/** Waits until a record has ended; gives it. */
export async function ended(client: Client, path: string): Promise<Fields> {
  return waitFor(async () => endedRecord(await client.get(path)), {
    timeoutMs: endTimeoutMs,
    everyMs: 500,
    what: `the end of ${client.site} ${path}`,
  });
}

function endedRecord(record: Fields): Fields | undefined {
  const transcript = (record['transcript'] as Fields | undefined)?.['status'] ?? record['transcriptStatus'];
  const isRunning =
    [record['status'], record['fixStatus'], transcript].includes('processing') || record['result'] === null;
  return isRunning ? undefined : record;
}
