import {
  type anyImageCheckBody,
  type batchListItem,
  type batchRecord,
  type InternationalSite,
  type imageCheckItem,
  type imageCheckRecord,
  internationalContract,
  internationalSites,
  type textCheckItem,
  type textCheckRecord,
  type videoCheckItem,
  type videoCheckRecord,
} from '@redline/contracts';
import { type ContractHandlers, registerContract } from '@redline/service-kit/http';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { accountOf } from './account.ts';
import { batchesOf } from './batches.ts';
import { customRuleRoutes } from './custom-rules.ts';
import { sendInvalid } from './faults.ts';
import { type ImageDeps, imageChecks } from './image-checks.ts';
import { succeeded } from './success.ts';
import { textChecks } from './text-checks.ts';
import { uploadPolicyOf } from './uploads.ts';
import { videoChecks } from './video-checks.ts';

type Handlers = ContractHandlers<ReturnType<typeof internationalContract>>;
type Check = z.output<ReturnType<typeof textCheckRecord>>;
type ListedCheck = z.output<ReturnType<typeof textCheckItem>>;
type Image = z.output<ReturnType<typeof imageCheckRecord>>;
type ListedImage = z.output<ReturnType<typeof imageCheckItem>>;
type ImageBody = z.output<typeof anyImageCheckBody>;
type Video = z.output<ReturnType<typeof videoCheckRecord>>;
type ListedVideo = z.output<ReturnType<typeof videoCheckItem>>;
type Batch = z.output<ReturnType<typeof batchRecord>>;
type ListedBatch = z.output<ReturnType<typeof batchListItem>>;

/** Serves the contract of every international site. */
export function registerInternational(app: FastifyInstance, deps: ImageDeps): void {
  for (const site of internationalSites) {
    registerContract(app, internationalContract(site), handlersOf(site, deps), { onInvalid: sendInvalid });
  }
}

function handlersOf(site: InternationalSite, deps: ImageDeps): Handlers {
  const { objects, country } = site;
  const checks = textChecks<Check, ListedCheck>(objects.textCheck, deps);
  const images = imageChecks<Image, ListedImage, ImageBody>(
    objects.imageCheck,
    deps,
    (known, { vertical }) => ({
      ...known,
      object: objects.imageCheck,
      vertical: vertical ?? null,
    }),
  );
  const videos = videoChecks<Video, ListedVideo>(objects.videoCheck, deps);
  const batches = batchesOf<Batch, ListedBatch>(objects.batch, deps);
  return {
    createTextCheck: async ({ body, request }) => succeeded(201, await checks.submit(request, body)),
    listTextChecks: async ({ query, request }) => succeeded(200, await checks.list(request, query)),
    getTextCheck: async ({ params, request }) => succeeded(200, await checks.get(request, params.id)),
    async fixTextCheck({ params, request }) {
      const { taken, charged } = await checks.fix(request, params.id, null);
      return succeeded(201, { ...taken, ...(charged !== undefined && { creditCost: charged }) });
    },
    deleteTextCheck: async ({ params, request }) => succeeded(200, await checks.remove(request, params.id)),
    async getAccount({ request }) {
      const facts = await accountOf(request, deps.bus);
      return succeeded(200, { object: objects.account, country, ...facts });
    },
    ...customRuleRoutes(site, deps),
    createImageCheck: async ({ body, request }) => succeeded(201, await images.submit(request, body)),
    listImageChecks: async ({ query, request }) => succeeded(200, await images.list(request, query)),
    getImageCheck: async ({ params, request }) => succeeded(200, await images.get(request, params.id)),
    deleteImageCheck: async ({ params, request }) => succeeded(200, await images.remove(request, params.id)),
    createVideoCheck: async ({ body, request }) => succeeded(201, await videos.submit(request, body)),
    async listVideoChecks({ query: { page, pageSize, ...filter }, request }) {
      return succeeded(200, await videos.list(request, { page, pageSize, filter }));
    },
    getVideoCheck: async ({ params, query, request }) =>
      succeeded(200, await videos.get(request, params.id, query.explainLocale)),
    deleteVideoCheck: async ({ params, request }) => succeeded(200, await videos.remove(request, params.id)),
    createBatch: async ({ body, request }) => succeeded(201, await batches.submit(request, body)),
    async listBatches({ query: { page, pageSize, explainLocale: locale }, request }) {
      return succeeded(200, await batches.list(request, { page, pageSize, locale }));
    },
    getBatch: async ({ params, query, request }) =>
      succeeded(200, await batches.get(request, params.id, query.explainLocale)),
    deleteBatch: async ({ params, request }) => succeeded(200, await batches.remove(request, params.id)),
    async createUploadPolicy({ body: { kind, filename = null }, request }) {
      const policy = await uploadPolicyOf(request, deps, { kind, filename });
      return succeeded(201, { object: objects.uploadPolicy, ...policy });
    },
  };
}
