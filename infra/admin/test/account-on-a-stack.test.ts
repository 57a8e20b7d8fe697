import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUp, pathsOf, type Stack, services } from '@redline/local';
import { type Bus, connectBus } from '@redline/service-kit/bus';
import { createDb } from '@redline/service-kit/db';
import { createLogger } from '@redline/service-kit/log';
import { createCloseList } from '@redline/service-kit/shutdown';
import { tablesNaming } from '@redline/testkit/service';
import { afterAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../src/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'redline-accounts-'));
const paths = pathsOf(undefined, join(folder, 'data'));
const parts = createCloseList();
const log = createLogger({ service: 'test', level: 'silent' });
afterAll(async () => {
  await parts.closeAll(undefined, 60_000);
  await rm(folder, { recursive: true, force: true });
});

/** Short waits, so that an erasure does not take its five minutes. */
const soon = { ERASE_EVERY_MS: '500', ERASE_WAIT_MS: '5000' };
const programOf = (name: string) => ({
  main: join(paths.root, 'apps', name, 'src', 'main.ts'),
  env: {
    NODE_COMPILE_CACHE: paths.code,
    ...(name === 'text-engine' ? { PACKS_COMPILED_DIR: paths.packs } : {}),
    ...(name === 'billing' ? soon : {}),
  },
});

/**
 * Rows that an erased account leaves, by database and table; nothing else may name it. The reasons are in ADR 40: the books, and
 * messages that their stream would still deliver, seven days at most.
 */
const mayStay: Readonly<Record<string, readonly string[]>> = {
  redline_billing: [
    'accounts',
    'account_erasures',
    'grants',
    'charges',
    'usage',
    'product_lines',
    'audit_sums',
    'outbox',
    'outbox_published',
  ],
  redline_text_engine: ['outbox', 'outbox_published'],
  redline_media_engine: ['outbox', 'outbox_published'],
  redline_batch_orchestrator: ['outbox', 'outbox_published'],
  redline_report: ['outbox', 'outbox_published'],
  redline_webhooks: [],
  redline_gateway: [],
};

/** The tables of all services that hold a text, as `database.table`. */
async function whereIs({ adminUrl }: Stack, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { database } of services) {
    const url = new URL(adminUrl);
    url.pathname = `/${database}`;
    const options = { poolMax: 1, statementTimeoutMs: 10_000, applicationName: 'test', preparedMax: 0, log };
    const db = createDb<Record<never, never>>({ url: url.href, ...options });
    const tables = Object.keys(await tablesNaming(db, text));
    await db.destroy();
    found.push(...tables.map((table) => `${database}.${table}`));
  }
  return found;
}

const allowed = Object.entries(mayStay).flatMap(([database, tables]) =>
  tables.map((table) => `${database}.${table}`),
);

async function openOperator(bus: Bus) {
  return async (...words: readonly string[]): Promise<Record<string, never>> => {
    let printed: object = {};
    const print = (answer: object) => {
      printed = answer;
    };
    const program = buildProgram({ withBus: (use) => use(bus), print, pollMs: 200 });
    await program.parseAsync([...words], { from: 'user' });
    return printed as Record<string, never>;
  };
}
type Operate = Awaited<ReturnType<typeof openOperator>>;

const siteOf = { us: '/v1/intl/us', main: '/v1' } as const;

/** A customer with something of each kind, in its own scope and in that of a tenant. */
async function openCustomer(stack: Stack, operate: Operate) {
  const email = `customer-${randomUUID()}@example.com`;
  const { accountId } = await operate('account', 'create', '--email', email);
  await operate('console', 'member', '--account', accountId ?? '', '--email', email, '--name', 'Mei');
  const keys = { us: '', main: '' };
  for (const site of ['us', 'main'] as const) {
    const whose = ['--account', accountId ?? '', '--site', site];
    await operate('plan', 'set', ...whose, '--plan', 'premium');
    await operate('credits', 'grant', ...whose, '--bucket', 'booster', '--amount', '500');
    keys[site] = (await operate('key', 'create', ...whose, '--force')).key ?? '';
  }
  const ask = async (site: 'us' | 'main', tenant: string, method: string, path: string, body?: object) => {
    const response = await fetch(`${stack.apiUrl}${siteOf[site]}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${keys[site]}`,
        ...(tenant ? { 'x-end-tenant': tenant } : {}),
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, data: ((await response.json()) as { data: never }).data as never };
  };
  return { email, tenant: `shop-${randomUUID()}`, accountId: accountId ?? '', ask };
}
type Customer = Awaited<ReturnType<typeof openCustomer>>;

interface Made {
  readonly site: 'us' | 'main';
  readonly tenant: string;
  readonly path: string;
}

async function created({ ask }: Customer, { site, tenant, path }: Made, body: object): Promise<string> {
  const { status, data } = await ask(site, tenant, 'POST', path, body);
  expect([path, status, data]).toEqual([path, 201, data]);
  return (data as { id: string }).id;
}

/** @returns where each record can be read, once all have ended */
async function fill(customer: Customer): Promise<readonly Made[]> {
  const texts = {
    us: { text: 'Our drops cure arthritis in a week.', platform: 'dtc_us', vertical: 'supplement' },
    main: { text: '我们的面膜七天祛斑，永不反弹。', platform: 'shortvideo_a', industryVertical: 'beauty' },
  };
  const made: Made[] = [];
  const make = async (site: Made['site'], tenant: string, path: string, body: object) => {
    const id = await created(customer, { site, tenant, path }, body);
    made.push({ site, tenant, path: `${path}/${id}` });
  };
  for (const tenant of ['', customer.tenant]) {
    await make('us', tenant, '/text/checks', texts.us);
    await make('main', tenant, '/text/checks', texts.main);
    const { platform, vertical } = texts.us;
    await make('us', tenant, '/batches', {
      name: 'A batch',
      platform,
      vertical,
      texts: [texts.us.text, 'Soft cotton socks.'],
    });
    await created(customer, { site: 'us', tenant, path: '/custom-rules' }, { keyword: 'glow juice' });
    const url = 'http://127.0.0.1:9/redline';
    await created(customer, { site: 'us', tenant, path: '/webhook-endpoints' }, { url });
    const upload = await uploadOf(customer, tenant);
    await make('us', tenant, '/image/checks', {
      imageUrl: upload.url,
      imageTitle: 'A picture',
      imageSize: upload.bytes,
    });
  }
  for (const { site, tenant, path } of made) {
    const status = async () =>
      ((await customer.ask(site, tenant, 'GET', path)).data as { status: string }).status;
    await expect.poll(status, { timeout: 60_000, interval: 200 }).not.toBe('processing');
  }
  return made;
}

async function uploadOf({ ask }: Customer, tenant: string) {
  const { data } = await ask('us', tenant, 'POST', '/uploads/policy', {
    kind: 'image',
    filename: 'a picture.png',
  });
  const { key, policy, accessKeyId, signature, host, cdnHost } = data as Record<string, string>;
  const form = new FormData();
  const fields = { key, policy, StoreAccessKeyId: accessKeyId, signature };
  for (const [name, value] of Object.entries(fields)) form.set(name, value ?? '');
  form.set('file', new Blob([onePixel], { type: 'image/png' }), 'a picture.png');
  const response = await fetch(host ?? '', { method: 'POST', body: form });
  expect([response.status, await response.text()]).toEqual([
    expect.any(Number),
    expect.stringContaining('sizeBytes'),
  ]);
  return { url: `${cdnHost}/${key}`, bytes: onePixel.length };
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The uploaded files in the blob store, of all accounts. */
const storedFiles = () =>
  readdirSync(paths.blobs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /uploads%?.*\.png$/.test(name),
  );

interface Line {
  readonly site: string;
  readonly tenant: string;
  readonly record: { readonly id: string };
}
const linesOf = (to: string, file: string): Line[] =>
  readFileSync(join(to, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('export and erasure of an account, on a whole stack', () => {
  it('export says what the API says; an erasure leaves what is listed and nothing else; another account has all its own', {
    timeout: 300_000,
  }, async () => {
    const settings = { HOST: '127.0.0.1', PORT: 0, DATABASE_URL: null, NATS_URL: null };
    const stack = await bringUp({ paths, settings, say: () => undefined, parts, programOf });
    const bus = await connectBus({ url: stack.natsUrl, name: 'test', log });
    parts.add('bus of the test', () => bus.close());
    const operate = await openOperator(bus);
    const [gone, kept] = [await openCustomer(stack, operate), await openCustomer(stack, operate)];
    const made = await fill(gone);
    const keptMade = await fill(kept);

    const to = join(folder, 'export');
    const exported = await operate('account', 'export', gone.accountId, '--to', to, '--media');
    expect(exported).toMatchObject({
      files: {
        'text-checks.jsonl': 8,
        'image-checks.jsonl': 2,
        'batches.jsonl': 2,
        'words.jsonl': 2,
        'webhook-endpoints.jsonl': 2,
        'uploads.jsonl': 2,
      },
      notCopied: 0,
    });
    const files = ['text-checks.jsonl', 'image-checks.jsonl', 'batches.jsonl'];
    const lines = files.flatMap((file) => linesOf(to, file));
    for (const { site, tenant, path } of made) {
      const { data } = await gone.ask(site, tenant, 'GET', path);
      const line = lines.find(({ record }) => path.endsWith(record.id));
      expect(line).toMatchObject({ site, tenant });
      expect(line?.record).toEqual(data);
    }
    const [upload] = linesOf(to, 'uploads.jsonl') as unknown as { file: string }[];
    expect(readFileSync(join(to, upload?.file ?? ''))).toEqual(onePixel);

    expect(storedFiles()).toHaveLength(4);
    const before = await Promise.all(
      keptMade.map(({ site, tenant, path }) => kept.ask(site, tenant, 'GET', path)),
    );
    expect((await operate('audit')).differences).toEqual([]);
    // Something that is under way.
    await created(
      gone,
      { site: 'us', tenant: '', path: '/text/checks' },
      { text: 'Soft cotton socks, six pairs.', platform: 'dtc_us', vertical: 'apparel' },
    );

    const begun = await operate(
      'account',
      'erase',
      gone.accountId,
      '--yes',
      '--no-wait',
      '--operator',
      'ann',
    );
    expect(begun).toMatchObject({ accountId: gone.accountId, askedBy: 'ann', finishedAt: null });
    const statusOf = async () => (await gone.ask('us', '', 'GET', '/text/checks')).status;
    await expect.poll(statusOf).toBe(401);
    const end = async () => (await operate('account', 'erasure', gone.accountId)).finishedAt;
    await expect.poll(end, { timeout: 180_000, interval: 500 }).not.toBeNull();

    expect((await whereIs(stack, gone.accountId)).filter((table) => !allowed.includes(table))).toEqual([]);
    expect(await whereIs(stack, gone.email)).toEqual([]);
    const messages = (await whereIs(stack, gone.tenant)).filter(
      (table) => !/\.outbox(_published)?$/.test(table),
    );
    expect(messages).toEqual([]);
    expect(await whereIs(stack, kept.tenant)).toContain('redline_billing.charges');
    expect(storedFiles()).toHaveLength(2);
    expect(await whereIs(stack, kept.email)).toEqual(['redline_billing.accounts', 'redline_console.user']);
    expect((await operate('audit')).differences).toEqual([]);
    const after = await Promise.all(
      keptMade.map(({ site, tenant, path }) => kept.ask(site, tenant, 'GET', path)),
    );
    expect(after).toEqual(before);
    expect(await operate('charges', 'list', '--account', gone.accountId)).toMatchObject({
      charges: expect.arrayContaining([expect.objectContaining({ tenantId: '' })]),
    });
    await expect(operate('account', 'export', gone.accountId, '--to', join(folder, 'late'))).rejects.toThrow(
      'was closed',
    );
    await expect(operate('key', 'create', '--account', gone.accountId, '--site', 'us')).rejects.toThrow(
      'there is no account',
    );
    const refused = readFileSync(join(paths.logs, 'nats.log'), 'utf8')
      .split('\n')
      .filter((line) => /Violation/.test(line));
    expect(refused).toEqual([]);
  });
});
