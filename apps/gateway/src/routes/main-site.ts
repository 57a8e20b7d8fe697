import {
  type anyMainImageCheckBody,
  type mainBatchListItem,
  type mainBatchRecord,
  mainContract,
  type mainImageCheckItem,
  type mainImageCheckRecord,
  mainSite,
  type mainTextCheckItem,
  type mainTextCheckRecord,
  type mainVideoCheckItem,
  type mainVideoCheckRecord,
} from '@redline/contracts';
import { type ContractHandlers, registerContract, replyOf } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { accountOf } from './account.ts';
import { batchesOf } from './batches.ts';
import { mainCustomRuleRoutes } from './custom-rules.ts';
import { sendInvalid } from './faults.ts';
import { type ImageDeps, imageChecks } from './image-checks.ts';
import { qualificationRoutes } from './qualifications.ts';
import { type ReportDeps, videoReports } from './reports.ts';
import { succeeded } from './success.ts';
import { textChecks } from './text-checks.ts';
import { uploadPolicyOf } from './uploads.ts';
import { videoChecks } from './video-checks.ts';

type Handlers = ContractHandlers<typeof mainContract>;
type Check = z.output<typeof mainTextCheckRecord>;
type ListedCheck = z.output<typeof mainTextCheckItem>;
type Image = z.output<typeof mainImageCheckRecord>;
type ListedImage = z.output<typeof mainImageCheckItem>;
type ImageBody = z.output<typeof anyMainImageCheckBody> & Pick<Image, 'productVertical'>;
type Video = z.output<typeof mainVideoCheckRecord>;
type ListedVideo = z.output<typeof mainVideoCheckItem>;
type Batch = z.output<typeof mainBatchRecord>;
type ListedBatch = z.output<typeof mainBatchListItem>;

const noSummary = { strict: 0, soft: 0, custom: 0, semantic: 0 };

/** What the main site's routes need. */
type MainDeps = ImageDeps & ReportDeps;

/** Serves the contract of the main site. */
export function registerMainSite(app: FastifyInstance, deps: MainDeps): void {
  registerContract(app, mainContract, handlersOf(deps), { onInvalid: sendInvalid });
}

function handlersOf(deps: MainDeps): Handlers {
  const { objects } = mainSite;
  const checks = textChecks<Check, ListedCheck>(objects.textCheck, deps);
  const images = imageChecks<Image, ListedImage, ImageBody>(
    objects.imageCheck,
    deps,
    (known, { productVertical }) => ({
      ...known,
      object: objects.imageCheck,
      productVertical,
      summary: noSummary,
    }),
  );
  const videos = videoChecks<Video, ListedVideo>(objects.videoCheck, deps);
  const reports = videoReports(deps);
  const batches = batchesOf<Batch, ListedBatch>(objects.batch, deps);
  return {
    createTextCheck: async ({ body, request }) => succeeded(201, await checks.submit(request, body)),
    async listTextChecks({ query: { page, pageSize, ...filter }, request }) {
      return succeeded(200, await checks.list(request, { page, pageSize, filter }));
    },
    getTextCheck: async ({ params, request }) => succeeded(200, await checks.get(request, params.id)),
    fixTextCheck: async ({ params, body, request }) =>
      succeeded(201, (await checks.fix(request, params.id, body)).taken),
    deleteTextCheck: async ({ params, request }) => succeeded(200, await checks.remove(request, params.id)),
    async getAccount({ request }) {
      const { credits, subscription, usageThisMonth } = await accountOf(request, deps.bus);
      const { renewsAt: _, ...shown } = subscription;
      return succeeded(200, { object: objects.account, credits, subscription: shown, usageThisMonth });
    },
    ...mainCustomRuleRoutes(deps),
    ...qualificationRoutes(deps),
    createImageCheck: async ({ body, request }) => succeeded(201, await images.submit(request, body)),
    async listImageChecks({ query: { page, pageSize, ...filter }, request }) {
      return succeeded(200, await images.list(request, { page, pageSize, filter }));
    },
    getImageCheck: async ({ params, request }) => succeeded(200, await images.get(request, params.id)),
    deleteImageCheck: async ({ params, request }) => succeeded(200, await images.remove(request, params.id)),
    createVideoCheck: async ({ body, request }) => succeeded(201, await videos.submit(request, body)),
    async listVideoChecks({ query: { page, pageSize, ...filter }, request }) {
      return succeeded(200, await videos.list(request, { page, pageSize, filter }));
    },
    getVideoCheck: async ({ params, request }) => succeeded(200, await videos.get(request, params.id)),
    deleteVideoCheck: async ({ params, request }) => succeeded(200, await videos.remove(request, params.id)),
    streamVideoReport: async ({ params, request, reply }) => ({
      status: 200,
      body: await reports.stream(request, replyOf(reply), params.id),
    }),
    getLatestVideoReport: async ({ params, request }) =>
      succeeded(200, await reports.latest(request, params.id)),
    createBatch: async ({ body, request }) => succeeded(201, await batches.submit(request, body)),
    async listBatches({ query: { page, pageSize, ...filter }, request }) {
      return succeeded(200, await batches.list(request, { page, pageSize, filter }));
    },
    getBatch: async ({ params, request }) => succeeded(200, await batches.get(request, params.id)),
    deleteBatch: async ({ params, request }) => succeeded(200, await batches.remove(request, params.id)),
    async createUploadPolicy({ body: { kind, filename }, request }) {
      const policy = await uploadPolicyOf(request, deps, { kind, filename });
      return succeeded(201, { object: objects.uploadPolicy, ...policy });
    },
  };
}
