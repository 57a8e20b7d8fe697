import { internationalContract, mainContract, us } from '@redline/contracts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica();
});
afterAll(() => world.dispose());

const fetchServed = async () =>
  (await send(gateway.http, undefined, { method: 'GET', url: '/openapi.json' })).body;

/** The document with everything in the place where it is referred to. */
async function fetchDocument() {
  const document = await fetchServed();
  const inPlace = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inPlace);
    if (typeof node !== 'object' || node === null) return node;
    if ('$ref' in node) {
      const steps = String(node.$ref).split('/').slice(1);
      return inPlace(steps.reduce((part, step) => part[step], document));
    }
    const { allOf, ...rest } = node as { allOf?: unknown[] };
    const merged = Object.assign({}, ...(allOf ?? []).map(inPlace), rest);
    return Object.fromEntries(Object.entries(merged).map(([key, inner]) => [key, inPlace(inner)]));
  };
  return inPlace(document) as typeof document;
}
const page = (url: string) => gateway.http.inject({ method: 'GET', url });

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3', async () => {
    const result = await new Validator().validate(await fetchServed());
    expect([result.valid, result.errors]).toEqual([true, undefined]);
  });

  const submissions = [
    'Submit a text check',
    'Rewrite a checked text',
    'Check an image',
    'Submit a video check',
    'Submit a batch of texts, images and videos',
    'Write a report of a completed video check, and watch it being written',
  ];

  it.each([
    ['us', internationalContract(us)],
    ['main', mainContract],
  ] as const)('has every route of the site %s, with key, headers and every failure', async (_, contract) => {
    const document = await fetchDocument();
    for (const route of Object.values(contract)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      const operation = document.paths[path]?.[route.method.toLowerCase()];
      expect(operation, path).toBeDefined();
      const statuses = Object.keys(operation.responses);
      expect(statuses).toEqual(expect.arrayContaining([...Object.keys(route.responses), '405']));
      const names = operation.parameters.map(({ name }: { name: string }) => name);
      expect(names).toContain('X-End-Tenant');
      expect(names.includes('Idempotency-Key')).toBe(submissions.includes(route.summary));
      for (const response of Object.values<{ headers: object }>(operation.responses)) {
        expect(Object.keys(response.headers)).toEqual(
          expect.arrayContaining(['X-Request-Id', 'X-RateLimit-Remaining']),
        );
      }
      expect(Object.keys(operation.responses['429'].headers)).toContain('Retry-After');
    }
    for (const scheme of Object.values(document.components.securitySchemes)) {
      expect(scheme).toMatchObject({ type: 'http', scheme: 'bearer' });
    }
    expect(document.components.schemas.InsufficientCredits.required).toContain('requiredCredits');
  });

  it('lists null among the values of an enumeration that may be null, as OpenAPI 3.0.3 wants it', async () => {
    const document = await fetchDocument();
    const { data } =
      document.paths[`${us.prefix}/text/checks/{id}`].get.responses['200'].content['application/json'].schema
        .properties;
    const { riskLevel, status } = data.properties;
    expect(riskLevel).toMatchObject({
      nullable: true,
      enum: ['safe', 'low', 'medium', 'high', null],
    });
    expect(status.enum).toEqual(['processing', 'completed', 'failed']);
  });

  it.each([
    ['us', `${us.prefix}/text/checks/{id}`, 'risks'],
    ['us', `${us.prefix}/video/checks/{id}`, 'transcriptRisks'],
    ['main', '/v1/text/checks/{id}', 'risks'],
    ['main', '/v1/video/checks/{id}', 'transcriptRisks'],
  ])('describes the precedents of a finding on the site %s: %s', async (_site, path, field) => {
    const { paths } = await fetchDocument();
    const { data } = paths[path].get.responses['200'].content['application/json'].schema.properties;
    const { properties, required } = data.properties[field].items;
    expect(Object.keys(properties.precedents.items.properties).sort()).toEqual([
      'agency',
      'claim',
      'date',
      'link',
      'outcome',
    ]);
    expect(properties.precedents.maxItems).toBe(2);
    expect(required).not.toContain('precedents');
  });

  it.each([
    ['us', `${us.prefix}/image/checks/{id}`, 'labels'],
    ['us', `${us.prefix}/video/checks/{id}`, 'frames'],
    ['main', '/v1/image/checks/{id}', 'labels'],
    ['main', '/v1/video/checks/{id}', 'frames'],
  ])(
    'describes where a finding is on its picture, with an example, on the site %s: %s',
    async (_site, path, field) => {
      const { paths } = await fetchDocument();
      const { data } = paths[path].get.responses['200'].content['application/json'].schema.properties;
      const { items } = data.properties[field];
      const { boxes } = (field === 'frames' ? items.properties.findings.items : items).properties;
      expect(boxes).toMatchObject({
        type: 'array',
        maxItems: 20,
        description: expect.stringMatching(/in pixels of/),
      });
      const names = ['x', 'y', 'width', 'height'];
      expect(Object.keys(boxes.items.properties)).toEqual(names);
      expect(boxes.example.map(Object.keys)).toEqual(boxes.example.map(() => names));
      expect(boxes.example.length).toBeGreaterThan(0);
    },
  );

  it.each([`${us.prefix}/video/checks/{id}`, '/v1/video/checks/{id}'])(
    'describes captions as an addition, with an example: %s',
    async (path) => {
      const { paths } = await fetchDocument();
      const { data } = paths[path].get.responses['200'].content['application/json'].schema.properties;
      const { captions, frames } = data.properties;
      expect(data.required).not.toContain('captions');
      expect(captions).toMatchObject({
        type: 'array',
        maxItems: 1_000,
        description: expect.stringMatching(/no part of the transcript/),
      });
      const names = ['text', 'startSeconds', 'endSeconds', 'riskLevel'];
      expect(Object.keys(captions.items.properties)).toEqual(names);
      expect(captions.example.map(Object.keys)).toEqual(captions.example.map(() => names));
      expect(captions.example.length).toBeGreaterThan(0);
      const finding = frames.items.properties.findings.items;
      for (const name of ['startSeconds', 'endSeconds']) {
        expect(finding.properties[name]).toMatchObject({ type: 'number', nullable: true });
        expect(finding.required).not.toContain(name);
      }
    },
  );

  it('shows the stream of a report as events, and how to go on with it', async () => {
    const { paths } = await fetchDocument();
    const { parameters, responses } = paths['/v1/video/checks/{id}/report'].get;
    expect(Object.keys(responses['200'].content)).toEqual(['text/event-stream']);
    const lastEventId = parameters.find(({ name }: { name: string }) => name === 'Last-Event-ID');
    const { pattern, example } = lastEventId.schema;
    expect(example).toMatch(new RegExp(pattern));
    expect('7').not.toMatch(new RegExp(pattern));
  });

  it('says which form a file name has, since one without an extension is refused', async () => {
    const { paths } = await fetchDocument();
    for (const path of ['/v1/uploads/policy', `${us.prefix}/uploads/policy`]) {
      const { schema } = paths[path].post.requestBody.content['application/json'];
      expect(schema.properties.filename).toMatchObject({
        pattern: '[^./\\\\]\\.[A-Za-z0-9]{1,10}$',
        maxLength: 255,
      });
    }
  });

  it.each(['/v1', us.prefix])('says on %s which URLs are taken', async (prefix) => {
    const { paths } = await fetchDocument();
    const bodyOf = (path: string) =>
      paths[`${prefix}${path}`].post.requestBody.content['application/json'].schema.properties;
    const { images, videos } = bodyOf('/batches');
    for (const url of [
      bodyOf('/image/checks').imageUrl,
      bodyOf('/video/checks').videoUrl,
      images.items.properties.url,
      videos.items.properties.url,
    ]) {
      expect(new RegExp(url.pattern).test('HTTPS://shop.example/a.jpg')).toBe(true);
      expect(new RegExp(url.pattern).test('ftp://shop.example/a.jpg')).toBe(false);
    }
  });

  it('has the upload form and the files, which need no key', async () => {
    const { paths } = await fetchDocument();
    const upload = paths['/uploads'].post;
    expect(upload.requestBody.content['multipart/form-data'].schema.required).toEqual([
      ...['key', 'policy', 'StoreAccessKeyId', 'signature', 'file'],
    ]);
    for (const { security } of [upload, paths['/assets/{key}'].get]) expect(security).toEqual([]);
    const { properties } = upload.requestBody.content['multipart/form-data'].schema;
    for (const name of ['key', 'policy', 'StoreAccessKeyId', 'signature']) {
      expect(properties[name], 'an empty field is refused as one that is missing').toMatchObject({
        minLength: 1,
      });
    }
  });

  it.each(['/v1', us.prefix])(
    'shows on %s the fields of the upload form, ready to be sent',
    async (prefix) => {
      const { paths } = await fetchDocument();
      const { data } =
        paths[`${prefix}/uploads/policy`].post.responses['201'].content['application/json'].schema.properties;
      const { fields } = data.properties;
      const form = paths['/uploads'].post.requestBody.content['multipart/form-data'].schema;
      expect(Object.keys(fields.example)).toEqual(form.required.filter((name: string) => name !== 'file'));
      expect(fields.description).toContain('before `file`');
    },
  );

  it.each([
    ['us', us.prefix],
    ['main', '/v1'],
  ] as const)('gives examples that the service accepts on the site %s', async (siteId, prefix) => {
    const { paths } = await fetchDocument();
    const { key } = await world.createKey(siteId);
    for (const [path, status] of [
      ['/text/checks', 201],
      ['/custom-rules', 201],
      ['/custom-rules/bulk-import', 201],
      ['/image/checks', 201],
      ['/video/checks', 201],
      ['/uploads/policy', 201],
      ['/batches', 201],
    ] as const) {
      const { example } = paths[`${prefix}${path}`].post.requestBody.content['application/json'];
      const headers = { 'content-type': 'application/json' };
      const url = `${prefix}${path}`;
      const answer = await send(gateway.http, key, { method: 'POST', url, headers, payload: example });
      expect([path, answer.status]).toEqual([path, status]);
    }
  });
});

describe('the docs page', () => {
  it.each(['/docs', '/docs/', '/docs?x=y', '/docs/?a=b&c'])(
    'loads everything it needs from its own origin, and may load nothing else: %s',
    async (url) => {
      const response = await page(url);
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      const policy = String(response.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
      expect(policy).toMatch(/script-src 'self';/);
      const parts = [...response.payload.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
      expect(parts.length).toBeGreaterThan(3);
      for (const part of parts) {
        expect(part).toMatch(/^\/docs/);
        expect((await page(part)).statusCode, part).toBe(200);
      }
      expect(response.payload).not.toMatch(/<script>|<style|\son\w+=|https?:\/\//);
      expect(response.payload).toContain('width=device-width');
    },
  );

  it('is compressed and kept, with its parts and its document; no other answer is', async () => {
    const script = /src="([^"]*scalar[^"]*)"/.exec((await page('/docs')).payload)?.[1] ?? '';
    const headers = { 'accept-encoding': 'gzip, br' };
    for (const [url, keeping] of [
      ['/docs', 'no-cache'],
      ['/openapi.json', 'no-cache'],
      [script, 'immutable'],
    ] as const) {
      const answer = await gateway.http.inject({ url, headers });
      expect([url, answer.headers['content-encoding']]).toEqual([url, 'br']);
      expect(answer.headers['cache-control']).toContain(keeping);
      const again = await gateway.http.inject({
        url,
        headers: { ...headers, 'if-none-match': String(answer.headers.etag) },
      });
      expect([url, again.statusCode]).toEqual([url, 304]);
    }
    const { headers: refused } = await gateway.http.inject({ url: `${us.prefix}/account`, headers });
    expect([refused['content-encoding'], refused['cache-control']]).toEqual([undefined, 'no-store']);
  });

  it.each([
    '/docs/parts/..%2f..%2fpackage.json',
    '/docs/parts/%2e%2e/package.json',
    '/docs/parts/nothing.js',
  ])('gives no other file: %s', async (url) => {
    const response = await page(url);
    expect(response.statusCode).toBe(404);
    expect(response.payload).not.toContain('"version"');
  });
});
