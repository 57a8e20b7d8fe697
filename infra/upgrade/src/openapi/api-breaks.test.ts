import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { acceptedBreaks } from '../compatibility/accepted-breaks.ts';
import { apiBreaks } from './api-breaks.ts';
import { type ApiDocument, structureOf } from './document.ts';
import { currentApi, releasedApi } from './released-api.ts';
import { json, smallApi } from './small-api.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The gateway prints its document in a process of its own, in a second or two on a quiet machine. */
const printMs = 60_000;

/** Returns the breaks of a change of the document. */
function breaksOf(change: Change): readonly string[] {
  const current = smallApi();
  change(current);
  return apiBreaks({ released: smallApi() as ApiDocument, current: current as ApiDocument });
}
const list = 'GET /checks';
const submit = 'POST /checks';

type Change = (document: ReturnType<typeof smallApi>) => void;

describe('a change of the API that breaks clients is told, with its place', () => {
  it.each<[string, Change, readonly string[]]>([
    ['an operation less', (d) => delete d.paths['/checks'].post, [`${submit}: the operation is gone`]],
    [
      'a path less',
      (d) => delete d.paths['/checks'],
      [`${submit}: the operation is gone`, `${list}: the operation is gone`],
    ],
    [
      'another operation id',
      (d) => (d.paths['/checks'].get.operationId = 'all'),
      [`${list}: operationId is all, and was checks.list`],
    ],
    [
      'another security scheme',
      (d) => (d.paths['/checks'].get.security = [{ other: [] }]),
      [`${list}: key is no longer enough`],
    ],
    [
      'a second scheme that is needed',
      (d) => (d.paths['/checks'].get.security = [{ key: [], other: [] }]),
      [`${list}: key is no longer enough`],
    ],
    [
      'a parameter less',
      (d) => (d.paths['/checks'].get.parameters = []),
      [`${list}, query page: it is gone`],
    ],
    [
      'a parameter that is required',
      (d) => (d.components.parameters.Tenant.required = true),
      [`${submit}, header X-Tenant: it is required now`],
    ],
    [
      'a new parameter that is required',
      (d) => d.paths['/checks'].get.parameters.push({ name: 'site', in: 'query', required: true }),
      [`${list}, query site: it is required now`],
    ],
    [
      'a narrower parameter',
      (d) => (d.paths['/checks'].get.parameters[0].schema.maximum = 20),
      [`${list}, query page: maximum 20 is expected, and not kept`],
    ],
    [
      'a new required field of a request',
      (d) => {
        d.components.schemas.Body.properties.site = { type: 'string' };
        d.components.schemas.Body.required.push('site');
      },
      [`${submit}, request site: it is required, and not always sent`],
    ],
    [
      'a field of a request that is required now',
      (d) => d.components.schemas.Body.required.push('platform'),
      [`${submit}, request platform: it is required, and not always sent`],
    ],
    [
      'a field of a request less',
      (d) => delete d.components.schemas.Body.properties.note,
      [`${submit}, request note: it is gone`],
    ],
    [
      'a narrower enumeration of a request',
      (d) => d.components.schemas.Body.properties.platform.enum.pop(),
      [`${submit}, request platform: "app" is not expected`],
    ],
    [
      'a narrower length of a request',
      (d) => (d.components.schemas.Body.properties.text.maxLength = 100),
      [`${submit}, request text: maxLength 100 is expected, and not kept`],
    ],
    [
      'a new pattern of a request',
      (d) => (d.components.schemas.Body.properties.text.pattern = '^a'),
      [`${submit}, request text: pattern ^a is expected, and not kept`],
    ],
    [
      'a request that takes null no more',
      (d) => delete d.components.schemas.Body.properties.note.nullable,
      [`${submit}, request note: null is not expected`],
    ],
    [
      'a media type of a request less',
      (d) => (d.paths['/checks'].post.requestBody.content = { 'text/plain': {} }),
      [`${submit}, request: application/json is gone`],
    ],
    [
      'a body that is required',
      (d) => (d.paths['/checks'].get.requestBody = { required: true }),
      [`${list}, request: a body is required now`],
    ],
    [
      'a successful answer less',
      (d) => delete d.paths['/checks'].get.responses[200],
      [`${list}, answer 200: it is gone`],
    ],
    [
      'a header of an answer less',
      (d) => delete d.paths['/checks'].post.responses[201].headers,
      [`${submit}, answer 201 header X-Request-Id: it is gone`],
    ],
    [
      'a field of an answer less',
      (d) => {
        delete d.components.schemas.Risk.properties.kind;
        d.components.schemas.Risk.required = [];
      },
      [`${submit}, answer 201 risks[].kind: it is gone`, `${list}, answer 200 [].risks[].kind: it is gone`],
    ],
    [
      'an optional field of an answer less',
      (d) => delete d.components.schemas.Check.properties.score,
      [`${submit}, answer 201 score: it is gone`, `${list}, answer 200 [].score: it is gone`],
    ],
    [
      'a field of an answer that may be absent',
      (d) => (d.components.schemas.Accepted.required = ['status']),
      [`${submit}, answer 201 id: it is required, and not always sent`],
    ],
    [
      'a field of an answer that may be null',
      (d) => (d.components.schemas.Risk.properties.kind.nullable = true),
      [
        `${submit}, answer 201 risks[].kind: null is not expected`,
        `${list}, answer 200 [].risks[].kind: null is not expected`,
      ],
    ],
    [
      'a wider enumeration of an answer',
      (d) => d.components.schemas.Accepted.properties.status.enum.push('queued'),
      [`${submit}, answer 201 status: "queued" is not expected`],
    ],
    [
      'a list of an answer that is open now',
      (d) => delete d.components.schemas.Accepted.properties.status.enum,
      [`${submit}, answer 201 status: any string is sent, one of a list is expected`],
    ],
    [
      'another type in an answer',
      (d) => (d.components.schemas.Accepted.properties.id.type = 'integer'),
      [`${submit}, answer 201 id: integer is sent, string is expected`],
    ],
    [
      'another type in a map',
      (d) => (d.components.schemas.Check.properties.counts.additionalProperties.type = 'string'),
      [
        `${submit}, answer 201 counts{}: string is sent, integer is expected`,
        `${list}, answer 200 [].counts{}: string is sent, integer is expected`,
      ],
    ],
    [
      'a wider limit of an answer',
      (d) => (d.components.schemas.Check.properties.score.maximum = 100),
      [
        `${submit}, answer 201 score: maximum 1 is expected, and not kept`,
        `${list}, answer 200 [].score: maximum 1 is expected, and not kept`,
      ],
    ],
    [
      'a kind of answer more',
      (d) => d.components.schemas.Answer.anyOf.push({ type: 'string' }),
      [`${submit}, answer 201: string is sent, object is expected`],
    ],
    [
      'a field of an error less',
      (d) => {
        delete d.components.schemas.Failure.properties.error;
        d.components.schemas.Failure.required = ['code'];
      },
      [`${submit}, answer 400 error: it is gone`],
    ],
    [
      'a schema of another name',
      (d) => {
        d.components.schemas.Problem = d.components.schemas.Failure;
        delete d.components.schemas.Failure;
        d.components.responses.BadRequest.content = json({ $ref: '#/components/schemas/Problem' });
      },
      ['schema Failure: the name is gone'],
    ],
  ])('%s', (_name, change, lines) => {
    expect([...breaksOf(change)].sort()).toEqual([...lines].sort());
  });
});

describe('a change of the API that only adds is none', () => {
  it.each<[string, Change]>([
    ['nothing', () => {}],
    ['an operation', (d) => (d.paths['/more'] = { get: { operationId: 'more', responses: { 204: {} } } })],
    [
      'a parameter',
      (d) =>
        d.paths['/checks'].get.parameters.push({ name: 'kind', in: 'query', schema: { type: 'string' } }),
    ],
    ['a wider parameter', (d) => (d.paths['/checks'].get.parameters[0].schema.maximum = 100)],
    ['a field of a request', (d) => (d.components.schemas.Body.properties.more = { type: 'string' })],
    ['a field of a request that need not be sent any more', (d) => (d.components.schemas.Body.required = [])],
    ['a value of a request', (d) => d.components.schemas.Body.properties.platform.enum.push('tv')],
    ['a wider length of a request', (d) => (d.components.schemas.Body.properties.text.maxLength = 9_000)],
    ['null in a request', (d) => (d.components.schemas.Body.properties.platform.nullable = true)],
    [
      'a field of an answer',
      (d) => {
        d.components.schemas.Check.properties.more = { type: 'string' };
        d.components.schemas.Check.required.push('more');
      },
    ],
    [
      'a field of an answer that is always there now',
      (d) => d.components.schemas.Check.required.push('score'),
    ],
    ['fewer values in an answer', (d) => (d.components.schemas.Check.properties.status.enum = ['completed'])],
    [
      'no more null in an answer',
      (d) => {
        d.components.schemas.Check.properties.result = { type: 'string', enum: ['PASS'] };
      },
    ],
    [
      'a whole number where a number was',
      (d) => (d.components.schemas.Check.properties.score.type = 'integer'),
    ],
    ['a status of an error', (d) => (d.paths['/checks'].get.responses[429] = {})],
    ['an error less', (d) => delete d.paths['/checks'].post.responses[400]],
    ['a code of an error', (d) => d.components.schemas.Failure.properties.code.enum.push('new_code')],
    ['another scheme to choose', (d) => d.paths['/checks'].get.security.push({ other: [] })],
    ['an operation that needs no key', (d) => (d.paths['/checks'].get.security = [])],
    [
      'a schema in full in place of its name',
      (d) =>
        (d.paths['/checks'].get.responses[200].content = json({
          type: 'array',
          items: d.components.schemas.Check,
        })),
    ],
  ])('%s', (_name, change) => {
    expect(breaksOf(change)).toEqual([]);
  });

  it('and neither is what only people read', () => {
    const written = (text: string) => ({
      info: { title: text },
      tags: [{ name: text }],
      paths: {
        '/a': {
          get: {
            summary: text,
            responses: {
              200: {
                description: text,
                content: json({ type: 'object', properties: { title: { type: 'string', example: text } } }),
              },
            },
          },
        },
      },
    });
    expect(structureOf(written('one'))).toEqual(structureOf(written('two')));
    expect(JSON.stringify(structureOf(written('one')))).toContain('"properties":{"title":{"type":"string"}}');
  });
});

it(
  'the API of this checkout breaks nothing of the last release that is not accepted',
  () => {
    const breaks = apiBreaks({ released: releasedApi(root), current: currentApi(root) });
    const isAccepted = (line: string) => acceptedBreaks.some((accepted) => accepted.line.test(line));
    expect(breaks.filter((line) => !isAccepted(line))).toEqual([]);
  },
  printMs,
);
