import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import type { InternationalSite } from '../sites/site.ts';
import { accountRecord } from './account.ts';
import { batchRoutes } from './batch-routes.ts';
import { batchBody, batchExplained, batchListItem, batchQuery, batchRecord } from './batches.ts';
import { customRuleRoutes } from './custom-rule-routes.ts';
import { customRuleBody, customRuleImportBody, customRuleRecord } from './custom-rules.ts';
import {
  acceptedOrRecord,
  acceptedSchema,
  commonFailures,
  deletedSchema,
  failures,
  listSchema,
  pagingSchema,
  success,
  waitQuery,
} from './envelope.ts';
import { imageCheckBody, imageCheckItem, imageCheckRecord } from './image-checks.ts';
import { imageCheckRoutes, uploadRoutes, videoCheckRoutes } from './media-routes.ts';
import { quoteDescription, quoteSchema } from './quotes.ts';
import { fixAccepted, textCheckBody, textCheckItem, textCheckRecord } from './text-checks.ts';
import { uploadPolicyBody } from './uploads.ts';
import {
  videoCheckBody,
  videoCheckItem,
  videoCheckQuery,
  videoCheckRecord,
  videoExplained,
} from './video-checks.ts';
import { webhookEndpointRoutes } from './webhook-endpoint-routes.ts';

const c = initContract();

/**
 * Builds the public contract of one international site (documents 1 and 2).
 * @param site the site's data; paths, enumerations and record names come from it
 * @returns a ts-rest router, mounted by the gateway and read by the OpenAPI document
 */
export function internationalContract(site: InternationalSite) {
  const checkId = z.object({ id: z.string() });
  return c.router(
    {
      createTextCheck: {
        method: 'POST',
        path: '/text/checks',
        summary: 'Submit a text check',
        description:
          'Charges credits and answers at once; poll the record until it is completed or failed, or have the answer wait for it with `wait`.',
        query: waitQuery,
        body: textCheckBody(site),
        responses: {
          ...commonFailures,
          201: acceptedOrRecord(textCheckRecord(site), acceptedSchema(site.objects.textCheck)),
          402: failures[402],
          403: failures[403],
        },
      },
      quoteTextCheck: {
        method: 'POST',
        path: '/text/checks/quote',
        summary: 'Price a text check before submitting it',
        description: quoteDescription,
        body: textCheckBody(site),
        responses: { ...commonFailures, 200: success(quoteSchema), 403: failures[403] },
      },
      listTextChecks: {
        method: 'GET',
        path: '/text/checks',
        summary: 'List text checks, newest first',
        query: pagingSchema,
        responses: { ...commonFailures, 200: success(listSchema(textCheckItem(site))) },
      },
      getTextCheck: {
        method: 'GET',
        path: '/text/checks/:id',
        summary: 'Get a text check',
        pathParams: checkId,
        responses: { ...commonFailures, 200: success(textCheckRecord(site)), 404: failures[404] },
      },
      fixTextCheck: {
        method: 'POST',
        path: '/text/checks/:id/fix',
        summary: 'Rewrite a checked text',
        description:
          'Takes no body. Charges credits and answers at once; poll the check until `fixStatus` is completed or failed (or have the answer wait for it with `wait`), then `fixedText` holds the new text. 400 when the check is not completed, has no violations, or a rewrite of it is running. What fails is refunded.',
        pathParams: checkId,
        query: waitQuery,
        body: null,
        responses: {
          ...commonFailures,
          201: acceptedOrRecord(textCheckRecord(site), fixAccepted(site.objects.textCheck)),
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
        body: null,
        responses: { ...commonFailures, 200: success(quoteSchema), 403: failures[403], 404: failures[404] },
      },
      deleteTextCheck: {
        method: 'DELETE',
        path: '/text/checks/:id',
        summary: 'Delete a text check',
        description: 'Irreversible. A check that is still processing is cancelled and its credits come back.',
        pathParams: checkId,
        body: null,
        responses: {
          ...commonFailures,
          200: success(deletedSchema(site.objects.textCheck)),
          404: failures[404],
        },
      },
      getAccount: {
        method: 'GET',
        path: '/account',
        summary: 'Credits, plan and usage of this month',
        responses: { ...commonFailures, 200: success(accountRecord(site)) },
      },
      ...customRuleRoutes({
        objects: site.objects,
        record: customRuleRecord(site.objects),
        body: customRuleBody,
        importBody: customRuleImportBody,
      }),
      ...imageCheckRoutes({
        objects: site.objects,
        body: imageCheckBody(site),
        query: pagingSchema,
        record: imageCheckRecord(site),
        item: imageCheckItem(site),
      }),
      ...videoCheckRoutes({
        objects: site.objects,
        body: videoCheckBody(site),
        query: videoCheckQuery,
        explained: videoExplained(site),
        record: videoCheckRecord(site),
        item: videoCheckItem(site),
      }),
      ...batchRoutes({
        objects: site.objects,
        body: batchBody(site),
        query: batchQuery(site),
        explained: batchExplained(site),
        record: batchRecord(site),
        item: batchListItem(site),
      }),
      ...uploadRoutes(site.objects, uploadPolicyBody),
      ...webhookEndpointRoutes,
    },
    { pathPrefix: site.prefix, strictStatusCodes: true },
  );
}
