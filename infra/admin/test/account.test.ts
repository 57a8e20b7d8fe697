import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  batchRequests,
  billingRequests,
  type Erasure,
  exportRequests,
  gatewayRequests,
  imageRequests,
  noticeRequests,
  reportRequests,
  textRequests,
  videoRequests,
  type WebhookEndpoint,
  webhookRequests,
  wordRequests,
} from '@redline/contracts';
import { BusError, connectBus, type RequestRow, serve } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { startTestNats } from '@redline/testkit';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Deps } from '../src/deps.ts';
import { buildProgram } from '../src/program.ts';

const log = createLogger({ service: 'admin-test', level: 'silent' });
const nats = await startTestNats();
const bus = await connectBus({ url: nats.url, name: 'admin-test', log });

const accountId = 'acct_1';
const at = '2026-01-01T00:00:00.000Z';
const noAccount = { outcome: 'refused', code: 'not_found', message: 'there is no account acct_2' };

const webhookEndpoint: WebhookEndpoint = {
  id: 'endpoint_1',
  object: 'webhook_endpoint',
  url: 'https://example.com/redline',
  description: null,
  events: ['check.completed'],
  payload: 'thin',
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  previousSecretExpiresAt: null,
  createdAt: at,
  updatedAt: at,
};

/** Data of the services; each answers from here. */
let closedAt: string | null = null;
let erasure: Erasure | undefined;
let erasedBy: string[] = [];
let uploads: { key: string; sizeBytes: number; url: string }[] = [];
/** Reads that fail before one is answered. */
let busy = 0;

const replies: readonly (readonly [RequestRow, (request: never) => unknown])[] = [
  [
    billingRequests.accountIdentity,
    (asked: { accountId: string }) =>
      asked.accountId === accountId
        ? { outcome: 'found', accountId, email: 'a@example.com', createdAt: at, closedAt, productLines: [] }
        : noAccount,
  ],
  [
    billingRequests.accountErase,
    ({ operator }: { operator: string }) => {
      erasedBy.push(operator);
      closedAt = at;
      erasure ??= erasureOf();
      return { outcome: 'erasing', erasure };
    },
  ],
  [billingRequests.accountErasure, () => ({ outcome: 'found', erasure: erasure ?? erasureOf() })],
  [billingRequests.account, () => ({ outcome: 'not_found' })],
  [billingRequests.grantsList, () => ({ outcome: 'listed', grants: [], hasMore: false })],
  [
    billingRequests.chargesList,
    ({ before }: { before: string | null }) => ({
      outcome: 'listed',
      charges: [chargeOf(before === null ? 'text_2' : 'text_1')],
      hasMore: before === null,
    }),
  ],
  [gatewayRequests.keyList, () => ({ outcome: 'listed', keys: [] })],
  [
    gatewayRequests.scopeList,
    ({ after }: { after: { tenantId: string } | null }) => ({
      outcome: 'listed',
      scopes: [{ siteId: 'us', tenantId: after ? 'shop-2' : 'shop-1', openedAt: at }],
      hasMore: after === null,
    }),
  ],
  ...([exportRequests.image, exportRequests.video, exportRequests.batch] as RequestRow[]).map(
    (row) => [row, () => ({ ids: [], next: null })] as const,
  ),
  [
    exportRequests.text,
    ({ scope, after }: { scope: { tenantId: string }; after: { id: string } | null }) => {
      if (scope.tenantId !== 'shop-2') return { ids: [], next: null };
      return after
        ? { ids: ['text_2', 'text_1'], next: null }
        : { ids: ['text_3'], next: { createdAt: at, id: 'text_3' } };
    },
  ],
  [
    textRequests.get,
    ({ id }: { id: string }) => {
      if (busy > 0) {
        busy -= 1;
        throw new BusError('unavailable', 'busy');
      }
      return id === 'text_2' ? { outcome: 'not_found' } : { outcome: 'found', record: { ...textRecord, id } };
    },
  ],
  [imageRequests.get, () => ({ outcome: 'not_found' })],
  [videoRequests.get, () => ({ outcome: 'not_found' })],
  [batchRequests.get, () => ({ outcome: 'not_found' })],
  [reportRequests.latest, () => ({ outcome: 'not_found' })],
  [wordRequests.list, () => ({ words: [], next: null })],
  [
    webhookRequests.list,
    ({ scope }: { scope: { tenantId: string } }) => ({
      endpoints: scope.tenantId === 'shop-1' ? [webhookEndpoint] : [],
    }),
  ],
  [wordRequests.readSwitch, () => ({ enabled: true })],
  [noticeRequests.dismissals, () => ({ keys: [] })],
  [
    exportRequests.uploads,
    () => ({
      uploads: uploads.map((upload) => ({
        ...upload,
        siteId: 'us',
        tenantId: '',
        kind: 'image',
        contentType: 'image/png',
        createdAt: at,
      })),
      next: null,
    }),
  ],
];
const serving = replies.map(([row, reply]) =>
  serve(bus, row, async (request) => reply(request as never) as never, { queue: 'all', concurrency: 100 }),
);
await bus.connection.flush();
afterAll(async () => {
  await Promise.all(serving.map((one) => one.stop()));
  await bus.close();
  await nats.dispose();
});

beforeEach(() => {
  closedAt = null;
  erasure = undefined;
  erasedBy = [];
  uploads = [];
  busy = 0;
});

const textRecord = {
  object: 'intl_text_check',
  status: 'failed',
  platform: 'dtc_us',
  vertical: 'beauty',
  fixStatus: null,
  text: 'a text',
  riskLevel: null,
  summary: { violation: 0, sceneHint: 0, custom: 0, semantic: 0 },
  risks: [],
  customRisks: [],
  semanticLabels: [],
  considered: [],
  fixedText: null,
  createdAt: at,
  updatedAt: at,
};
const chargeOf = (operationId: string) => ({
  ...{ operationId, siteId: 'us', tenantId: '', amount: 2, refunded: 0, createdAt: at },
  lines: [{ lineId: operationId, item: 'text_check', quantity: 1, amount: 2, refunded: 0 }],
});
const erasureOf = (changes: Partial<Erasure> = {}): Erasure => ({
  ...{ accountId, askedBy: 'ann', askedAt: at, notBefore: at, finishedAt: null },
  services: [
    {
      service: 'text-engine',
      askedAt: at,
      removed: { text_checks: 5 },
      left: { text_checks: 2 },
      failure: null,
    },
  ],
  ...changes,
});

async function run(line: string, deps: Partial<Deps> = {}): Promise<Record<string, unknown>> {
  let printed: object = {};
  const print = (answer: object) => {
    printed = answer;
  };
  const program = buildProgram({ withBus: (use) => use(bus), print, pollMs: 10, ...deps });
  await program.parseAsync(line.split(' '), { from: 'user' });
  return printed as Record<string, unknown>;
}

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};
const linesOf = (folder: string, file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('account export', () => {
  it('writes the records of every scope over all pages, counts them, and says what is in the folder', async () => {
    const folder = newFolder();
    busy = 2;
    const answer = await run(`account export ${accountId} --to ${folder}/new --operator ann`);
    const to = join(folder, 'new');
    // text_2 was deleted between the page and the read.
    expect(linesOf(to, 'text-checks.jsonl')).toEqual(
      ['text_3', 'text_1'].map((id) => ({ site: 'us', tenant: 'shop-2', record: { ...textRecord, id } })),
    );
    expect(linesOf(to, 'charges.jsonl').map(({ operationId }) => operationId)).toEqual(['text_2', 'text_1']);
    expect(linesOf(to, 'tenants.jsonl').map(({ tenantId }) => tenantId)).toEqual(['shop-1', 'shop-2']);
    expect(linesOf(to, 'webhook-endpoints.jsonl')).toEqual([
      { site: 'us', tenant: 'shop-1', endpoint: webhookEndpoint },
    ]);
    expect(JSON.parse(readFileSync(join(to, 'account.json'), 'utf8'))).toMatchObject({
      email: 'a@example.com',
    });
    const manifest = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ accountId, operator: 'ann', notCopied: 0 });
    for (const { file, lines } of manifest.files)
      expect([file, linesOf(to, file).length]).toEqual([file, lines]);
    expect(answer).toMatchObject({ folder: to, files: { 'text-checks.jsonl': 2, 'charges.jsonl': 2 } });
    expect(readFileSync(join(to, 'README.md'), 'utf8')).toContain('| text-checks.jsonl | 2 |');
    for (const file of readdirSync(to))
      expect([file, statSync(join(to, file)).mode & 0o077]).toEqual([file, 0]);
  });

  it('copies uploads with --media, below names of its own, and says which it could not copy', async () => {
    const files = createServer((request, response) => {
      if (request.url === '/good') response.end('content');
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => void files.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void files.close());
    const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    uploads = [
      { key: 'uploads/x/us/own/..%2f..%2fa.png', sizeBytes: 7, url: `${origin}/good` },
      { key: 'uploads/x/us/own/gone.png', sizeBytes: 7, url: `${origin}/gone` },
      { key: 'uploads/x/us/own/short.png', sizeBytes: 9, url: `${origin}/good` },
    ];
    const folder = newFolder();
    onTestFinished(() => {
      process.exitCode = undefined;
    });
    expect(await run(`account export ${accountId} --to ${folder} --media`)).toMatchObject({ notCopied: 2 });
    expect(process.exitCode).toBe(1);
    const [copied, gone, short] = linesOf(folder, 'uploads.jsonl');
    expect(readFileSync(join(folder, copied.file), 'utf8')).toBe('content');
    expect([gone.notCopied, short.notCopied]).toEqual([
      'the store answered 404',
      'it broke off after 7 of 9 bytes',
    ]);
    expect(readdirSync(join(folder, 'media'))).toHaveLength(1);
  });

  it('refuses an account that is unknown or closed, and a folder that is not empty', async () => {
    const folder = newFolder();
    await expect(run(`account export acct_2 --to ${folder}`)).rejects.toThrow('there is no account acct_2');
    writeFileSync(join(folder, 'mine.txt'), 'mine');
    await expect(run(`account export ${accountId} --to ${folder}`)).rejects.toThrow('is not empty');
    closedAt = at;
    await expect(run(`account export ${accountId} --to ${folder}`)).rejects.toThrow('was closed');
    expect(readdirSync(folder)).toEqual(['mine.txt']);
  });
});

describe('account erase', () => {
  it.each([
    ['nobody there to confirm', async () => undefined, 'give --yes'],
    ['another id typed', async () => 'acct_9', 'nothing was erased'],
  ])('erases nothing with %s', async (_, confirm, sentence) => {
    await expect(run(`account erase ${accountId}`, { confirm })).rejects.toThrow(sentence);
    expect(erasedBy).toEqual([]);
  });

  it('is refused for an account that does not exist, before anybody is asked', async () => {
    const confirm = () => Promise.reject(new Error('asked'));
    await expect(run('account erase acct_2', { confirm })).rejects.toThrow('there is no account acct_2');
  });

  it('waits until no service has anything left, and tells meanwhile what each has', async () => {
    const notes: string[] = [];
    const note = (sentence: string) => {
      notes.push(sentence);
      const services = [
        { service: 'text-engine', askedAt: at, removed: { text_checks: 7 }, left: {}, failure: null },
      ];
      erasure = notes.length === 1 ? erasureOf({ services }) : erasureOf({ services, finishedAt: at });
    };
    const answer = await run(`account erase ${accountId} --operator bob`, {
      confirm: async () => accountId,
      note,
    });
    expect(erasedBy).toEqual(['bob']);
    expect(notes.map((one) => JSON.parse(one).left)).toEqual([{ 'text-engine': { text_checks: 2 } }, {}]);
    expect(answer).toMatchObject({
      accountId,
      finishedAt: at,
      removed: { 'text-engine': { text_checks: 7 } },
      left: {},
    });
  });

  it('with --yes --no-wait begins it and ends; account erasure says how far it is', async () => {
    const began = await run(`account erase ${accountId} --yes --no-wait`);
    expect(began).toMatchObject({ finishedAt: null, left: { 'text-engine': { text_checks: 2 } } });
    expect(await run(`account erasure ${accountId}`)).toEqual(began);
  });
});
