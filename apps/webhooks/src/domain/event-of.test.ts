import { mainSite, type Scope, testTenantOf, webhookEventSchema } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import {
  batchCompleted,
  checkCompleted,
  checkFailed,
  creditsLow,
  endpointTest,
  type NewEvent,
  reportCompleted,
} from './event-of.ts';

const scope: Scope = { accountId: 'acct_1', siteId: 'us', tenantId: '' };
const occurredAt = '2026-11-30T12:00:00.000Z';
const event = { id: 'text_1', scope, occurredAt };
const onMain = { ...scope, siteId: mainSite.id };

const all: readonly (readonly [string, NewEvent, string])[] = [
  ['a text', checkCompleted('text')(event), '/v1/intl/us/text/checks/text_1'],
  [
    'an image on the main site',
    checkCompleted('image')({ ...event, id: 'image_1', scope: onMain }),
    '/v1/image/checks/image_1',
  ],
  [
    'a video of a batch',
    checkCompleted('video')({ ...event, id: 'video_1', batchId: 'batch_1' }),
    '/v1/intl/us/video/checks/video_1',
  ],
  ['a failure', checkFailed('text')({ ...event, reason: 'expired' }), '/v1/intl/us/text/checks/text_1'],
  ['a batch', batchCompleted({ ...event, id: 'batch_1', result: 'REJECT' }), '/v1/intl/us/batches/batch_1'],
  [
    'a report',
    reportCompleted({ ...event, id: 'report_1', scope: onMain, videoCheckId: 'video_1' }),
    '/v1/video/checks/video_1/report/latest',
  ],
  ['credits', creditsLow({ ...event, balance: 99, threshold: 100 }), '/v1/intl/us/account'],
  [
    'a test',
    endpointTest('endpoint_1', scope, new Date(occurredAt)),
    '/v1/intl/us/webhook-endpoints/endpoint_1',
  ],
];

describe('an event of', () => {
  it.each(all)('%s is as the contract has it, whole, and links to what it tells of', (_, { body }, path) => {
    expect(webhookEventSchema.parse(body)).toEqual(body);
    expect(body.data.links.self).toBe(path);
    expect(body.timestamp).toBe(occurredAt);
  });
});

describe('whose an event is', () => {
  const originOf = (tenantId: string) => {
    const { mode, tenant } = checkCompleted('text')({ ...event, scope: { ...scope, tenantId } }).body.data;
    return [mode, tenant];
  };

  it.each([
    ['', ['live', null]],
    ['shop-1', ['live', 'shop-1']],
    [testTenantOf(''), ['test', null]],
    [testTenantOf('shop-1'), ['test', 'shop-1']],
  ])('is read from the tenant %j', (tenantId, origin) => {
    expect(originOf(tenantId)).toEqual(origin);
  });
});

it('a failure of an owner that names the reason alone has the sentence of that reason', () => {
  const { data } = checkFailed('text')({ ...event, reason: 'expired' }).body;
  expect(data).toMatchObject({ failure: { code: 'timed_out' } });
});
