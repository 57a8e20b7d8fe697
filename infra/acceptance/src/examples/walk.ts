import { setTimeout as sleep } from 'node:timers/promises';
import { plansOf } from '../batches.ts';
import { mediaClient, sendForm, type Uploaded } from '../media-client.ts';
import { readReport } from '../reports.ts';
import { startReceiver } from '../webhook-receiver.ts';
import type { SiteName, World } from '../world.ts';
import { createRecorder, type Recorder, type Recording } from './recorder.ts';
import { noticeQuestion, type Wishes, wishes } from './wishes.ts';

/** The files of a site, with the length of the video. */
export interface ExampleFiles {
  readonly picture: Buffer;
  readonly video: Buffer;
  readonly seconds: number;
}

/** A walk through the operations of a site, with one account. */
interface Walk extends Pick<Recorder, 'take' | 'poll' | 'keep'> {
  readonly wished: Wishes;
  readonly site: SiteName;
}

/** The lowest plans that include everything. */
const plans = { us: plansOf.us.from, id: plansOf.id.from, main: plansOf.main.from } as const;
const credits = 1_000;

/** Whether the transcript has ended, too; on the main site it is an object with its status. */
const isHeard = ({ transcriptStatus, transcript }: { transcriptStatus?: string; transcript?: unknown }) =>
  (transcriptStatus ?? Object(transcript).status) !== 'processing';

const hasEnded = ({ status }: { readonly status: string }) => status !== 'processing';

/**
 * Asks for every operation of a site once, as an account of its own, and keeps what was answered.
 * @throws Error if something is not answered 2xx, or does not end
 */
export async function walkThrough(world: World, site: SiteName, files: ExampleFiles): Promise<Recording> {
  const { key } = await world.createCustomer({ site, plan: plans[site], credits });
  const { ask } = mediaClient(world, site, key);
  const recorder = createRecorder(site, ask, sleep);
  const walk: Walk = { ...recorder, wished: wishes[site], site };
  const video = await upload(walk, 'video', 'clip.mp4', files.video);
  const image = await upload(walk, 'image', 'picture.jpg', files.picture);
  await texts(walk);
  await words(walk);
  await webhooks(walk);
  const imageId = await images(walk, image);
  const videoId = await videos(walk, video, files.seconds);
  if (site === 'main') {
    await notices(walk);
    await report(walk, world, key, videoId);
  }
  await batches(walk, { image, video }, files.seconds);
  // The files go with their checks, and the batch had them too.
  await walk.take('deleteImageCheck', 'DELETE', `/image/checks/${imageId}`);
  await walk.take('deleteVideoCheck', 'DELETE', `/video/checks/${videoId}`);
  await walk.take('getAccount', 'GET', '/account');
  return recorder.recording;
}

async function upload({ take, keep }: Walk, kind: string, filename: string, file: Buffer): Promise<Uploaded> {
  const { host, fields } = await take('createUploadPolicy', 'POST', '/uploads/policy', { kind, filename });
  const response = await sendForm(host, fields, file);
  const answer = (await response.json()) as { data: { url: string; key: string } };
  if (response.status !== 201) throw new Error(`an upload is answered ${response.status}`);
  keep('uploads.post', { status: response.status, answer });
  return { ...answer.data, bytes: file.length };
}

async function texts({ take, poll, wished }: Walk): Promise<void> {
  await take('quoteTextCheck', 'POST', '/text/checks/quote', wished.text);
  const { id } = await take('createTextCheck', 'POST', '/text/checks', wished.text);
  await poll('getTextCheck', `/text/checks/${id}`, hasEnded);
  await take('listTextChecks', 'GET', '/text/checks');
  await take('quoteTextFix', 'POST', `/text/checks/${id}/fix/quote`, wished.fix);
  await take('fixTextCheck', 'POST', `/text/checks/${id}/fix`, wished.fix);
  // One record shows both: the verdict, and what became of the rewrite.
  await poll('getTextCheck', `/text/checks/${id}`, ({ fixStatus }) => fixStatus !== 'processing');
  await take('deleteTextCheck', 'DELETE', `/text/checks/${id}`);
}

async function words({ take, wished }: Walk): Promise<void> {
  const { id } = await take('createCustomRule', 'POST', '/custom-rules', wished.word);
  await take('importCustomRules', 'POST', '/custom-rules/bulk-import', wished.words);
  await take('updateCustomRule', 'PATCH', `/custom-rules/${id}`, wished.wordChange);
  await take('listCustomRules', 'GET', '/custom-rules');
  await take('getCustomRuleQuota', 'GET', '/custom-rules/quota');
  await take('updateCustomRuleSettings', 'PATCH', '/custom-rules/settings', { enabled: true });
  await take('getCustomRuleSettings', 'GET', '/custom-rules/settings');
  await take('deleteCustomRule', 'DELETE', `/custom-rules/${id}`);
}

async function webhooks({ take, poll }: Walk): Promise<void> {
  const receiver = await startReceiver();
  const path = '/webhook-endpoints';
  try {
    const wish = { url: receiver.url, description: 'Shop', events: ['check.completed', 'batch.completed'] };
    const { id } = await take('createWebhookEndpoint', 'POST', path, { ...wish, payload: 'thin' });
    const { id: deliveryId } = await take('testWebhookEndpoint', 'POST', `${path}/${id}/test`);
    await poll(
      'listWebhookDeliveries',
      `${path}/${id}/deliveries`,
      ({ data }) => data[0].status === 'delivered',
    );
    await take('resendWebhookDelivery', 'POST', `${path}/${id}/deliveries/${deliveryId}/resend`);
    await take('rotateWebhookEndpointSecret', 'POST', `${path}/${id}/rotate-secret`, {
      overlapSeconds: 3_600,
    });
    await take('updateWebhookEndpoint', 'PATCH', `${path}/${id}`, { enabled: true, payload: 'full' });
    await take('getWebhookEndpoint', 'GET', `${path}/${id}`);
    await take('listWebhookEndpoints', 'GET', path);
    await take('deleteWebhookEndpoint', 'DELETE', `${path}/${id}`);
  } finally {
    await receiver.close();
  }
}

async function images({ take, wished }: Walk, file: Uploaded): Promise<string> {
  const body = wished.image(file);
  await take('quoteImageCheck', 'POST', '/image/checks/quote', body);
  const { id } = await take('createImageCheck', 'POST', '/image/checks', body);
  await take('getImageCheck', 'GET', `/image/checks/${id}`);
  await take('listImageChecks', 'GET', '/image/checks');
  return id;
}

async function videos({ take, poll, wished, site }: Walk, file: Uploaded, seconds: number): Promise<string> {
  const body = wished.video(file, seconds);
  await take('quoteVideoCheck', 'POST', '/video/checks/quote', body);
  const { id } = await take('createVideoCheck', 'POST', '/video/checks', body);
  const query = site === 'main' ? '' : `?explainLocale=${wished.text['explainLocale']}`;
  await poll('getVideoCheck', `/video/checks/${id}${query}`, (record) => hasEnded(record) && isHeard(record));
  await take('listVideoChecks', 'GET', '/video/checks');
  return id;
}

async function batches(
  { take, poll, wished }: Walk,
  files: { image: Uploaded; video: Uploaded },
  seconds: number,
) {
  const body = wished.batch(files, seconds);
  await take('quoteBatch', 'POST', '/batches/quote', body);
  const { id } = await take('createBatch', 'POST', '/batches', body);
  await poll('getBatch', `/batches/${id}`, ({ result }) => result !== null);
  await take('listBatches', 'GET', '/batches');
  await take('deleteBatch', 'DELETE', `/batches/${id}`);
}

async function notices({ take }: Walk): Promise<void> {
  const { hits } = await take('findNotices', 'POST', '/qualifications/notice', noticeQuestion);
  const key: string = hits.find(({ dismissable }: { dismissable: boolean }) => dismissable)?.dismissKey;
  await take('dismissNotice', 'POST', '/qualifications/dismissals', { dismissKey: key });
  await take('listDismissals', 'GET', '/qualifications/dismissals');
  await take('restoreNotice', 'DELETE', `/qualifications/dismissals?key=${encodeURIComponent(key)}`);
}

async function report({ take, keep }: Walk, world: World, key: string, videoId: string): Promise<void> {
  await take('quoteVideoReport', 'POST', `/video/checks/${videoId}/report/quote`);
  const { status, events } = await readReport(world, key, videoId);
  const stream = events
    .map(({ id, event, data }) => `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');
  keep('streamVideoReport', { status, answer: stream });
  await take('getLatestVideoReport', 'GET', `/video/checks/${videoId}/report/latest`);
}
