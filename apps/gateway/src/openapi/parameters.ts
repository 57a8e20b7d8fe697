import { isObject } from './hoist.ts';
import { recordedExample, reportExample } from './recorded-examples.ts';

/** The parameters that are headers, as components. */
export const headerParameters = {
  EndTenant: {
    name: 'X-End-Tenant',
    in: 'header',
    description:
      'One of your end tenants: isolates its checks, word list, webhook endpoints and dismissed notices from all others. Without it, your own scope',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,64}$' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A retry with the same key and body gets the first 2xx answer (for 24 h), marked by `Idempotent-Replayed`, and is charged once. What was deleted meanwhile does not come back: the retry of an image check or a report is then 404',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=SECONDS` has the answer wait for the end as the parameter `wait` does, which goes before it (RFC 7240); more than 30 are 30',
    schema: { type: 'string', example: 'wait=10' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description:
      'The id of the last event that was seen: the stream goes on after it, without a new report and its charge',
    schema: {
      type: 'string',
      pattern: '^report_[0-9a-hjkmnp-tv-z]{26}:[1-9][0-9]{0,8}$',
      example: `${reportExample.id}:7`,
    },
  },
} as const;

/** Returns the reference to a header parameter. */
export const parameterRef = (name: keyof typeof headerParameters) => ({
  $ref: `#/components/parameters/${name}`,
});

const paths: Readonly<Record<string, string>> = {
  id: 'The id that the submission or the list has',
  deliveryId: 'The id that the list of deliveries has',
};
const queries: Readonly<Record<string, string>> = {
  page: 'Pages count from 1, newest first',
  pageSize: 'Entries of a page',
  explainLocale: 'Language of the explanations',
  status: 'Only those with this status',
  productVertical: 'Only those of this product line',
  platform: 'Only those for this platform',
  key: 'The `dismissKey` of the notice',
};

/** Returns the description of a path or query parameter that its schema leaves without one. */
export const descriptionOf = (name: string, place: string): string | undefined =>
  (place === 'path' ? paths : queries)[name];

/** Operations that answer with a record, by the path of those that take its id. */
const submissions: readonly (readonly [path: string, routeName: string])[] = [
  ['/text/checks/', 'createTextCheck'],
  ['/image/checks/', 'createImageCheck'],
  ['/video/checks/', 'createVideoCheck'],
  ['/batches/', 'createBatch'],
  ['/custom-rules/', 'createCustomRule'],
  ['/webhook-endpoints/', 'createWebhookEndpoint'],
];

/**
 * Returns an example of a parameter of a site's route: the id of the record that the other examples show, or a key.
 * @returns undefined for a parameter that needs none
 */
export function parameterExample(name: string, path: string, siteId: string): string | undefined {
  if (name === 'key') {
    const dismissed = recordedExample(`${siteId}.dismissNotice`)?.request?.['dismissKey'];
    return typeof dismissed === 'string' ? dismissed : undefined;
  }
  const routeName =
    name === 'deliveryId'
      ? 'testWebhookEndpoint'
      : name === 'id' && submissions.find(([part]) => path.includes(part))?.[1];
  const answer = routeName ? recordedExample(`${siteId}.${routeName}`)?.answer : undefined;
  const data = isObject(answer) ? answer['data'] : undefined;
  return isObject(data) && typeof data['id'] === 'string' ? data['id'] : undefined;
}
