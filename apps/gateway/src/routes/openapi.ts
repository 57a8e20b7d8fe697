import {
  failureSchema,
  insufficientCreditsSchema,
  internationalContract,
  internationalSites,
  mainContract,
  type Site,
  siteOfPath,
  sites,
} from '@redline/contracts';
import { initContract } from '@ts-rest/core';
import { generateOpenApi } from '@ts-rest/open-api';
import { rateClassOf } from '../domain/rate-class.ts';
import { exampleOf, fieldExamples, reportExample } from './openapi-examples.ts';
import { mediaPaths } from './openapi-media.ts';

type Document = ReturnType<typeof generateOpenApi>;
type Operation = NonNullable<Document['paths'][string]['get']>;

const meanings: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Accepted or created',
  400: 'Invalid parameters: the sentence names the field and the accepted values',
  401: 'The API key is missing, invalid, revoked or expired, or belongs to another site',
  402: 'Not enough credits; nothing was charged',
  403: 'The plan does not include this, the product line is not enabled, or the key has opened as many tenant scopes as it may',
  404: 'There is no such record in this scope',
  405: 'The path exists, the method does not; see the Allow header',
  413: 'The body is too large',
  415: 'The body is not application/json',
  429: 'Too many requests in this minute; see Retry-After',
  500: 'Server error; nothing was charged and it is safe to retry',
};

const headerMeanings = {
  'X-Request-Id': 'Name it when you ask for help',
  'X-RateLimit-Limit': 'Requests of this kind in a minute',
  'X-RateLimit-Remaining': 'Requests of this kind left in this minute',
  'X-RateLimit-Reset': 'Seconds until the minute ends',
  'Retry-After': 'Seconds to wait',
} as const;

const { 'Retry-After': retryAfter, ...headersOfAll } = Object.fromEntries(
  Object.keys(headerMeanings).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const parameters = {
  tenant: {
    name: 'X-End-Tenant',
    in: 'header',
    description:
      'One of your end tenants: isolates its checks, word list and dismissed notices from all others. Without it, your own scope',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,64}$' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A retry with the same key and body gets the first 2xx answer (for 24 h) and is charged once. What was deleted meanwhile does not come back: the retry of an image check or a report is then 404',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  lastEventId: {
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

const about = `Checks marketing content against regulations and platform policies. A submission answers with an id;
poll the record until it is completed or failed. Offsets are UTF-16 code units, so that in JavaScript
\`text.slice(startIndex, endIndex) === matchedText\`.`;

/** Generates the OpenAPI 3 document of all sites from their contracts. */
export function openApiDocument(): Document {
  const c = initContract();
  const contracts = internationalSites.map((site) => [site.id, internationalContract(site)] as const);
  const document = generateOpenApi(
    c.router({ ...Object.fromEntries(contracts), main: mainContract }),
    { info: { title: 'Redline', version: '1.0.0', description: about }, security: [{ apiKey: [] }] },
    { setOperationId: 'concatenated-path' },
  );
  for (const site of sites) describeSite(document, site);
  Object.assign(document.paths, mediaPaths);
  return completed({ ...document, components: sharedParts(c) });
}

/**
 * Adds null to the enumerations of nullable fields, since OpenAPI 3.0.3 allows it there only if it is listed, and
 * examples to fields of answers that are hard to imagine.
 */
function completed(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (name, value) => {
    if (value?.nullable === true && Array.isArray(value.enum))
      return { ...value, enum: [...value.enum, null] };
    const isSchema = typeof value?.type === 'string' && typeof value.description === 'string';
    return isSchema && Object.hasOwn(fieldExamples, name)
      ? { ...value, example: fieldExamples[name] }
      : value;
  });
}

/** Builds the components that are referenced: the key, the headers of every response, the bodies of errors. */
function sharedParts(c: ReturnType<typeof initContract>): NonNullable<Document['components']> {
  const shapes = { Failure: failureSchema, InsufficientCredits: insufficientCreditsSchema };
  const routes = Object.entries(shapes).map(([name, body]) => {
    const responses = { 400: body };
    return [name, { method: 'GET', path: `/${name}`, responses }] as const;
  });
  const { paths } = generateOpenApi(c.router(Object.fromEntries(routes)), {
    info: { title: '', version: '' },
  });
  const schemas = routes.map(([name, { path }]) => [
    name,
    paths[path]?.get?.responses['400'].content['application/json'].schema,
  ]);
  const headers = Object.entries(headerMeanings).map(([name, description]) => {
    const type: 'string' | 'integer' = name === 'X-Request-Id' ? 'string' : 'integer';
    return [name, { description, schema: { type } }] as const;
  });
  return {
    schemas: Object.fromEntries(schemas),
    headers: Object.fromEntries(headers),
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the site: svc_live_…' },
    },
  };
}

function describeSite(document: Document, site: Site): void {
  for (const [path, item] of Object.entries(document.paths)) {
    if (siteOfPath(path) !== site.id) continue;
    for (const method of ['get', 'post', 'patch', 'put', 'delete'] as const) {
      const operation: Operation | undefined = item[method];
      if (operation) item[method] = described(operation, { method, path }, site);
    }
  }
}

function described(
  operation: Operation,
  { method, path }: { readonly method: string; readonly path: string },
  site: Site,
): Operation {
  const ofBody = operation.requestBody ? ['413', '415'] : [];
  const statuses = new Set([...Object.keys(operation.responses), '405', ...ofBody]);
  const submits = rateClassOf(method.toUpperCase(), path) === 'submission';
  const routeName = operation.operationId?.split('.').at(-1) ?? '';
  const isStream = routeName === 'streamVideoReport';
  const responses = [...statuses].sort().map((status) => [status, responseOf(status, operation)]);
  if (isStream) responses.push(['200', stream]);
  return {
    ...withExample(operation, exampleOf(routeName, site)),
    parameters: [
      ...(operation.parameters ?? []),
      parameters.tenant,
      ...(submits ? [parameters.idempotencyKey] : []),
      ...(isStream ? [parameters.lastEventId] : []),
    ],
    responses: Object.fromEntries(responses),
  };
}

/** The response of the stream, since ts-rest describes every answer as JSON. */
const stream = {
  description: 'Server-sent events, until `complete` or `error`; a comment line every 15 s',
  headers: headersOfAll,
  content: { 'text/event-stream': { schema: { type: 'string' }, example: reportExample.stream } },
};

function responseOf(status: string, operation: Operation) {
  const description = meanings[status] ?? status;
  const headers = status === '429' ? { ...headersOfAll, 'Retry-After': retryAfter } : headersOfAll;
  if (Number(status) < 400) return Object.assign({}, operation.responses[status], { description, headers });
  const schema = { $ref: `#/components/schemas/${status === '402' ? 'InsufficientCredits' : 'Failure'}` };
  return { description, headers, content: { 'application/json': { schema } } };
}

function withExample(operation: Operation, example: unknown): Operation {
  const body = operation.requestBody;
  if (example === undefined || !body || !('content' in body)) return operation;
  const content = Object.fromEntries(
    Object.entries(body.content).map(([type, media]) => [type, Object.assign({}, media, { example })]),
  );
  return { ...operation, requestBody: { ...body, required: true, content } };
}
