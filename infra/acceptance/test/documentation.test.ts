import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesPath } from '../src/custom-rules.ts';
import { exchange } from '../src/exchange.ts';
import { checksPath, post } from '../src/text-checks.ts';
import { enter, type World } from '../src/world.ts';

let world: World;

beforeAll(async () => {
  world = await enter();
});
afterAll(() => world.leave());

const get = (path: string) => exchange(world.deployment.baseUrl, { path });

describe('/openapi.json', () => {
  it('is a valid OpenAPI 3 document with every route of this part of the product', async () => {
    const answer = await get('/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const result = await new Validator().validate(Object(answer.body));
    expect([result.valid, result.errors]).toEqual([true, undefined]);
    const { paths, openapi } = world.contract.document;
    expect(openapi).toMatch(/^3\.\d+\.\d+$/);
    const operations = Object.entries(paths)
      .filter(([path]) => path.startsWith('/v1/intl/us/'))
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
    expect(operations).toEqual(
      expect.arrayContaining([
        'post /v1/intl/us/text/checks',
        'get /v1/intl/us/text/checks',
        'get /v1/intl/us/text/checks/{id}',
        'delete /v1/intl/us/text/checks/{id}',
        'get /v1/intl/us/account',
        'get /v1/intl/us/custom-rules',
        'post /v1/intl/us/custom-rules',
        'patch /v1/intl/us/custom-rules/{id}',
        'delete /v1/intl/us/custom-rules/{id}',
        'post /v1/intl/us/custom-rules/bulk-import',
        'get /v1/intl/us/custom-rules/quota',
        'get /v1/intl/us/custom-rules/settings',
        'patch /v1/intl/us/custom-rules/settings',
        'post /v1/intl/us/batches',
        'get /v1/intl/us/batches',
        'get /v1/intl/us/batches/{id}',
        'delete /v1/intl/us/batches/{id}',
      ]),
    );
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/v1/batches',
        '/v1/video/checks/{id}/report',
        '/v1/video/checks/{id}/report/latest',
        '/uploads',
        '/assets/{key}',
      ]),
    );
  });

  it('promises the failures that documents 1 and 4 name', () => {
    const statusesOf = (method: string, path: string) =>
      Object.keys(world.contract.document.paths[path]?.[method]?.responses ?? {});
    const always = ['400', '401', '405', '429', '500'];
    const post = statusesOf('post', checksPath);
    expect(post).toEqual(expect.arrayContaining([...always, '201', '402', '403', '413', '415']));
    for (const method of ['get', 'delete']) {
      expect(statusesOf(method, `${checksPath}/{id}`)).toEqual(
        expect.arrayContaining([...always, '200', '404']),
      );
    }
  });

  it('shows requests that are taken', async () => {
    const { paths } = JSON.parse((await get('/openapi.json')).text);
    const exampleOf = (method: string, path: string) =>
      paths[path][method].requestBody.content['application/json'].example;
    const { key } = await world.createCustomer();
    expect((await post(world, key, exampleOf('post', checksPath))).status).toBe(201);
    for (const path of [rulesPath, `${rulesPath}/bulk-import`]) {
      const answer = await world.call({ key, method: 'POST', path, body: exampleOf('post', path) });
      expect([path, answer.status]).toEqual([path, 201]);
    }
    const body = exampleOf('patch', `${rulesPath}/settings`);
    expect((await world.call({ key, method: 'PATCH', path: `${rulesPath}/settings`, body })).status).toBe(
      200,
    );
  });

  it('offers an idempotency key for submissions, and for nothing else', () => {
    const offered = (path: string, method = 'post') =>
      JSON.stringify(world.contract.document.paths[path]?.[method]).includes('/parameters/IdempotencyKey');
    expect(
      [checksPath, '/v1/batches', rulesPath, `${rulesPath}/bulk-import`].map((path) => offered(path)),
    ).toEqual([...[true, true, false, false]]);
    expect(offered('/v1/video/checks/{id}/report', 'get')).toBe(true);
  });
});

describe('/docs', () => {
  it('is a page whose every part is served here and which may ask no other host', async () => {
    const page = await get('/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) {
      expect(part).toMatch(/^\/(?!\/)/);
      const { status, text } = await get(part);
      expect([part, status, text.length > 100]).toEqual([part, 200, true]);
      if (part.endsWith('.css')) expect(text).not.toMatch(/url\(["']?(https?:)?\/\//);
    }
    expect(page.text).not.toMatch(/https?:\/\//);
  });

  it('shows the document that is served, and asks nobody else for anything', async () => {
    const script = /src="([^"]*reference[^"]*)"/.exec((await get('/docs?from=elsewhere')).text)?.[1] ?? '';
    const { text } = await get(script);
    expect(text).toContain('"url": "/openapi.json"');
    expect(text).toContain('"telemetry": false');
    expect(text).not.toMatch(/https?:\/\//);
  });
});

describe('health', () => {
  it.each(['/healthz', '/readyz'])(
    '%s is said to anybody, without a key and without a limit',
    async (path) => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => get(path)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers[0]?.body).toEqual({ status: 'ok' });
    },
  );

  it('answers HEAD', async () => {
    const answer = await exchange(world.deployment.baseUrl, { method: 'HEAD', path: '/healthz' });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});
