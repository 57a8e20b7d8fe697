import { accountKeyRequests } from '../messages/account-keys.ts';
import { batchDeletionJob, batchEvents, batchJob, batchRequests } from '../messages/batches.ts';
import { billingEvents, billingRequests } from '../messages/billing.ts';
import { consoleRequests } from '../messages/console.ts';
import { erasureRequests } from '../messages/erasure.ts';
import { evaluateRequests } from '../messages/evaluate.ts';
import { exportRequests } from '../messages/export.ts';
import { gatewayRequests, keyRevokedBroadcast } from '../messages/gateway.ts';
import {
  imageBatchJob,
  imageEndedBroadcast,
  imageEvents,
  imageJob,
  imageRequests,
  videoBatchJob,
  videoEvents,
  videoJob,
  videoRequests,
} from '../messages/media.ts';
import { noticeRequests } from '../messages/notices.ts';
import { reportEvents, reportJob, reportRequests, reportStream } from '../messages/reports.ts';
import { rewriteEvents, rewriteJob, rewriteRequests } from '../messages/rewrites.ts';
import { submissions } from '../messages/submissions.ts';
import { textBatchJob, textEndedBroadcast, textEvents, textJob, textRequests } from '../messages/text.ts';
import { uploadRequests } from '../messages/uploads.ts';
import { webhookRequests } from '../messages/webhooks.ts';
import { wordRequests, wordsChangedBroadcast } from '../messages/words.ts';
import type { BusUser } from './bus-user.ts';

const events = (rows: Readonly<Record<string, { readonly subject: string }>>) => Object.values(rows);
const allSubmissions = Object.values(submissions);
const allJobs = [
  ...allSubmissions.flatMap((kind) => ('batchJob' in kind ? [kind.job, kind.batchJob] : [kind.job])),
  batchDeletionJob,
];
const allEvents = [
  textEvents,
  rewriteEvents,
  imageEvents,
  videoEvents,
  batchEvents,
  reportEvents,
  billingEvents,
].flatMap(events);
/** Live events of reports: gateways hear them as they are published. */
const liveReports = { subject: reportStream.subjectOf('*') };

/**
 * Who may do what on the bus: each service's user, and those of operators and of what provisions the streams. What is not
 * listed is refused by the server. Durable names are those of the services' `app.ts`.
 */
export const busUsers = {
  gateway: {
    serves: [gatewayRequests, accountKeyRequests, { erase: erasureRequests.gateway }],
    asks: [
      ...[textRequests, imageRequests, videoRequests, batchRequests].flatMap((requests) => [
        requests.prepare,
        requests.quote,
        requests.abandon,
        requests.get,
        requests.list,
        requests.delete,
      ]),
      rewriteRequests.prepare,
      rewriteRequests.quote,
      rewriteRequests.abandon,
      imageRequests.expire,
      reportRequests.prepare,
      reportRequests.quote,
      reportRequests.abandon,
      reportRequests.events,
      reportRequests.latest,
      ...Object.values(wordRequests),
      ...Object.values(noticeRequests),
      ...Object.values(webhookRequests),
      uploadRequests.policy,
      billingRequests.plan,
      billingRequests.charge,
      billingRequests.quote,
      billingRequests.account,
    ],
    publishes: {
      jobs: [textJob, rewriteJob, imageJob, videoJob, batchJob, reportJob],
      broadcasts: [keyRevokedBroadcast],
    },
    hears: [keyRevokedBroadcast, imageEndedBroadcast, textEndedBroadcast, liveReports],
  },
  'text-engine': {
    serves: [
      ...[textRequests, rewriteRequests, wordRequests, noticeRequests, evaluateRequests],
      { erase: erasureRequests['text-engine'], recordIds: exportRequests.text },
    ],
    asks: [billingRequests.charge],
    publishes: {
      jobs: [rewriteJob],
      events: [textEvents, rewriteEvents].flatMap(events),
      broadcasts: [wordsChangedBroadcast, textEndedBroadcast],
    },
    takes: {
      'text-engine': textJob,
      'text-engine-batches': textBatchJob,
      'text-engine-rewrites': rewriteJob,
    },
    hears: [wordsChangedBroadcast],
    hasOutbox: true,
  },
  'media-engine': {
    serves: [
      ...[imageRequests, videoRequests, uploadRequests],
      {
        ...{ erase: erasureRequests['media-engine'], uploads: exportRequests.uploads },
        ...{ imageIds: exportRequests.image, videoIds: exportRequests.video },
      },
    ],
    asks: [textRequests.get, ...Object.values(evaluateRequests)],
    publishes: {
      events: [imageEvents, videoEvents].flatMap(events),
      broadcasts: [imageEndedBroadcast],
    },
    takes: {
      'media-engine-images': imageJob,
      'media-engine-videos': videoJob,
      'media-engine-batch-images': imageBatchJob,
      'media-engine-batch-videos': videoBatchJob,
    },
    hasOutbox: true,
  },
  'batch-orchestrator': {
    serves: [
      batchRequests,
      { erase: erasureRequests['batch-orchestrator'], recordIds: exportRequests.batch },
    ],
    asks: [
      ...[textRequests, imageRequests, videoRequests].flatMap((requests) => [
        requests.prepare,
        requests.abandon,
        requests.get,
        requests.delete,
      ]),
      videoRequests.measure,
    ],
    publishes: {
      jobs: [textBatchJob, imageBatchJob, videoBatchJob, batchDeletionJob],
      events: events(batchEvents),
    },
    takes: {
      'batch-orchestrator': batchJob,
      'batch-orchestrator-deletions': batchDeletionJob,
    },
    follows: {
      'batch-orchestrator-text-completed': textEvents.completed,
      'batch-orchestrator-text-failed': textEvents.failed,
      'batch-orchestrator-text-cancelled': textEvents.cancelled,
      'batch-orchestrator-text-deleted': textEvents.deleted,
      'batch-orchestrator-image-completed': imageEvents.completed,
      'batch-orchestrator-image-failed': imageEvents.failed,
      'batch-orchestrator-image-cancelled': imageEvents.cancelled,
      'batch-orchestrator-image-deleted': imageEvents.deleted,
      'batch-orchestrator-video-completed': videoEvents.completed,
      'batch-orchestrator-video-transcribed': videoEvents.transcribed,
      'batch-orchestrator-video-failed': videoEvents.failed,
      'batch-orchestrator-video-cancelled': videoEvents.cancelled,
      'batch-orchestrator-video-deleted': videoEvents.deleted,
    },
    hasOutbox: true,
  },
  billing: {
    serves: [billingRequests],
    asks: [...allSubmissions.map(({ requests }) => requests.statuses), ...Object.values(erasureRequests)],
    follows: {
      'billing-text-failed': textEvents.failed,
      'billing-text-cancelled': textEvents.cancelled,
      'billing-rewrite-failed': rewriteEvents.failed,
      'billing-rewrite-cancelled': rewriteEvents.cancelled,
      'billing-image-failed': imageEvents.failed,
      'billing-image-cancelled': imageEvents.cancelled,
      'billing-video-completed': videoEvents.completed,
      'billing-video-failed': videoEvents.failed,
      'billing-video-cancelled': videoEvents.cancelled,
      'billing-batch-item-failed': batchEvents.itemFailed,
      'billing-report-failed': reportEvents.failed,
    },
    publishes: { events: events(billingEvents) },
    hasOutbox: true,
  },
  report: {
    serves: [reportRequests, { erase: erasureRequests.report }],
    asks: [videoRequests.get],
    publishes: { events: [...events(reportEvents), liveReports] },
    takes: { report: reportJob },
    follows: { 'report-video-deleted': videoEvents.deleted },
    hasOutbox: true,
  },
  webhooks: {
    serves: [webhookRequests, { erase: erasureRequests.webhooks }],
    // For payloads with the whole record.
    asks: [
      ...[textRequests, imageRequests, videoRequests, batchRequests].map((requests) => requests.get),
      reportRequests.latest,
    ],
    follows: {
      'webhooks-text-completed': textEvents.completed,
      'webhooks-text-failed': textEvents.failed,
      'webhooks-image-completed': imageEvents.completed,
      'webhooks-image-failed': imageEvents.failed,
      'webhooks-video-completed': videoEvents.completed,
      'webhooks-video-failed': videoEvents.failed,
      'webhooks-batch-completed': batchEvents.completed,
      'webhooks-report-completed': reportEvents.completed,
      'webhooks-credits-low': billingEvents.creditsLow,
    },
  },
  /** Every request of it names one account, by itself or by a delegation; credits, plans and `force` are not among them. */
  console: {
    serves: [consoleRequests, { erase: erasureRequests.console }],
    asks: [
      ...Object.values(accountKeyRequests),
      billingRequests.accountOpen,
      billingRequests.account,
      billingRequests.creditsList,
      billingRequests.statement,
    ],
  },
  /**
   * The user of the operator's commands: credits, plans, keys, the replay of what is dead, the export and the erasure of an
   * account. An export reads whatever the account has.
   */
  operator: {
    asks: [
      ...Object.values(gatewayRequests),
      ...Object.values(consoleRequests),
      billingRequests.account,
      billingRequests.accountCreate,
      billingRequests.planSet,
      billingRequests.creditsGrant,
      billingRequests.productLineEnable,
      billingRequests.chargesList,
      billingRequests.reconcile,
      billingRequests.audit,
      billingRequests.accountErase,
      billingRequests.accountErasure,
      billingRequests.accountIdentity,
      billingRequests.grantsList,
      ...Object.values(exportRequests),
      ...[textRequests, imageRequests, videoRequests, batchRequests].map((requests) => requests.get),
      reportRequests.latest,
      webhookRequests.list,
      wordRequests.list,
      wordRequests.readSwitch,
      noticeRequests.dismissals,
      ...allSubmissions.map(({ requests }) => requests.reopen),
    ],
    publishes: { jobs: allJobs, events: allEvents },
    replaysDead: true,
  },
  /** The user of what makes the streams and keeps them; it sends and hears nothing else. */
  provisioner: { keepsStreams: true },
} as const satisfies Readonly<Record<string, BusUser>>;

export type BusUserName = keyof typeof busUsers;
export const busUserNames = Object.keys(busUsers) as BusUserName[];
