import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { main } from '../sites/main.ts';
import { mainAccountRecord } from './account.ts';
import { batchRoutes } from './batch-routes.ts';
import { customRuleRoutes } from './custom-rule-routes.ts';
import { mainCustomRuleBody, mainCustomRuleImportBody, mainCustomRuleRecord } from './custom-rules.ts';
import {
  acceptedOrRecord,
  acceptedSchema,
  commonFailures,
  deletedSchema,
  failures,
  listSchema,
  success,
  waitQuery,
} from './envelope.ts';
import { mainBatchBody, mainBatchListItem, mainBatchQuery, mainBatchRecord } from './main-batches.ts';
import {
  mainImageCheckBody,
  mainImageCheckItem,
  mainImageCheckQuery,
  mainImageCheckRecord,
} from './main-image-checks.ts';
import {
  mainFixAccepted,
  mainFixBody,
  mainTextCheckBody,
  mainTextCheckItem,
  mainTextCheckQuery,
  mainTextCheckRecord,
} from './main-text-checks.ts';
import {
  mainVideoCheckBody,
  mainVideoCheckItem,
  mainVideoCheckQuery,
  mainVideoCheckRecord,
} from './main-video-checks.ts';
import { imageCheckRoutes, uploadRoutes, videoCheckRoutes } from './media-routes.ts';
import { qualificationRoutes } from './qualification-routes.ts';
import { quoteDescription, quoteSchema } from './quotes.ts';
import { videoReportRoutes } from './reports.ts';
import { mainUploadPolicyBody } from './uploads.ts';
import { webhookEndpointRoutes } from './webhook-endpoint-routes.ts';

const c = initContract();
const { objects, prefix } = main;
const checkId = z.object({ id: z.string() });

const textRoutes = {
  createTextCheck: {
    method: 'POST',
    path: '/text/checks',
    summary: 'Submit a text check',
    description:
      'Charges credits and answers at once; poll the record until it is completed or failed, or have the answer wait for it with `wait`. 403 when the product line is not enabled and its trial uses are spent.',
    query: waitQuery,
    body: mainTextCheckBody,
    responses: {
      ...commonFailures,
      201: acceptedOrRecord(mainTextCheckRecord, acceptedSchema(objects.textCheck)),
      402: failures[402],
      403: failures[403],
    },
  },
  quoteTextCheck: {
    method: 'POST',
    path: '/text/checks/quote',
    summary: 'Price a text check before submitting it',
    description: quoteDescription,
    body: mainTextCheckBody,
    responses: { ...commonFailures, 200: success(quoteSchema), 403: failures[403] },
  },
  listTextChecks: {
    method: 'GET',
    path: '/text/checks',
    summary: 'List text checks, newest first',
    query: mainTextCheckQuery,
    responses: { ...commonFailures, 200: success(listSchema(mainTextCheckItem)) },
  },
  getTextCheck: {
    method: 'GET',
    path: '/text/checks/:id',
    summary: 'Get a text check',
    pathParams: checkId,
    responses: { ...commonFailures, 200: success(mainTextCheckRecord), 404: failures[404] },
  },
  fixTextCheck: {
    method: 'POST',
    path: '/text/checks/:id/fix',
    summary: 'Rewrite a checked text',
    description:
      'Charges credits and answers at once; poll the check until `fixStatus` is null (or have the answer wait for it with `wait`), the new version is the last of `fixes`. 400 when the check is not completed, has no risks, or a rewrite of it is running. What fails is refunded.',
    pathParams: checkId,
    query: waitQuery,
    body: mainFixBody,
    responses: {
      ...commonFailures,
      201: acceptedOrRecord(mainTextCheckRecord, mainFixAccepted),
      402: failures[402],
      403: failures[403],
      404: failures[404],
    },
  },
  quoteTextFix: {
    method: 'POST',
    path: '/text/checks/:id/fix/quote',
    summary: 'Price a rewrite before submitting it',
    description: quoteDescription,
    pathParams: checkId,
    body: mainFixBody,
    responses: { ...commonFailures, 200: success(quoteSchema), 403: failures[403], 404: failures[404] },
  },
  deleteTextCheck: {
    method: 'DELETE',
    path: '/text/checks/:id',
    summary: 'Delete a text check',
    description: 'Irreversible. A check that is still processing is cancelled and its credits come back.',
    pathParams: checkId,
    body: null,
    responses: { ...commonFailures, 200: success(deletedSchema(objects.textCheck)), 404: failures[404] },
  },
} as const;

/** The public contract of the main site (document 3). */
export const mainContract = c.router(
  {
    ...textRoutes,
    getAccount: {
      method: 'GET',
      path: '/account',
      summary: 'Credits, plan and usage of this month',
      responses: { ...commonFailures, 200: success(mainAccountRecord) },
    },
    ...customRuleRoutes({
      objects,
      record: mainCustomRuleRecord,
      body: mainCustomRuleBody,
      importBody: mainCustomRuleImportBody,
    }),
    ...qualificationRoutes,
    ...imageCheckRoutes({
      objects,
      body: mainImageCheckBody,
      query: mainImageCheckQuery,
      record: mainImageCheckRecord,
      item: mainImageCheckItem,
    }),
    ...videoCheckRoutes({
      objects,
      body: mainVideoCheckBody,
      query: mainVideoCheckQuery,
      explained: z.object({}),
      record: mainVideoCheckRecord,
      item: mainVideoCheckItem,
    }),
    ...videoReportRoutes,
    ...batchRoutes({
      objects,
      body: mainBatchBody,
      query: mainBatchQuery,
      explained: z.object({}),
      record: mainBatchRecord,
      item: mainBatchListItem,
    }),
    ...uploadRoutes(objects, mainUploadPolicyBody),
    ...webhookEndpointRoutes,
  },
  { pathPrefix: prefix, strictStatusCodes: true },
);
