import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountKeyRequests,
  billingRequests,
  consoleRequests,
  delegation,
  type MemberRole,
  streams,
} from '@redline/contracts';
import { call, connectBus, ensureStreams, serve } from '@redline/service-kit/bus';
import { loadConfig } from '@redline/service-kit/config';
import { createDb, migrate } from '@redline/service-kit/db';
import { createId } from '@redline/service-kit/ids';
import { createLogger } from '@redline/service-kit/log';
import { createMetrics } from '@redline/service-kit/metrics';
import { startTestNats, testServers } from '@redline/testkit';
import { createMigratedDatabase } from '@redline/testkit/service';
import type { FastifyInstance } from 'fastify';
import { jwtVerify } from 'jose';
import { migrations } from '../migrations/index.ts';
import { buildApp } from '../src/app.ts';
import { listMails } from '../src/clients/mail.ts';
import { settings } from '../src/config.ts';
import { databaseOptions, type Tables } from '../src/store/tables.ts';

export const log = createLogger({ service: 'console-test', level: 'silent' });
export const origin = 'http://127.0.0.1:8083';
export const secret = 'the-secret-of-delegations-of-this-test';
export const password = 'correct horse battery';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A gateway that takes every request at its internal listener, and remembers it. */
async function startFakeGateway() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body });
      response.writeHead(method === 'POST' ? 201 : 200, {
        'content-type': 'application/json',
        'x-ratelimit-limit': '60',
        'set-cookie': 'a=b',
      });
      response.end('{"success":true,"data":{"object":"fake"}}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, received, stop: () => void server.close() };
}

/** Reads what a delegation says, as a gateway does. */
export async function claimsOf(token: unknown) {
  const { payload } = await jwtVerify(String(token), new TextEncoder().encode(secret), {
    audience: delegation.audience,
    issuer: delegation.issuer,
    maxTokenAge: 60,
  });
  return payload;
}

/** A database, a NATS server, and fakes of billing and the gateway; consoles are started on them. */
export async function setUpConsole() {
  const nats = await startTestNats();
  const bus = await connectBus({ url: nats.url, name: 'console-test', log });
  await ensureStreams(bus, streams);
  const openDb = (url: string) =>
    createDb<Tables>({
      url,
      poolMax: 5,
      statementTimeoutMs: 5_000,
      applicationName: 'console-test',
      ...databaseOptions,
    });
  const database = await createMigratedDatabase({
    adminUrl: testServers().postgresAdminUrl,
    purpose: 'console',
    open: openDb,
    migrate: (db) => migrate(db, migrations, { session: { statementTimeoutMs: 5_000, ...databaseOptions } }),
  });
  const gateway = await startFakeGateway();
  const mailDir = await mkdtemp(join(tmpdir(), 'redline-mail-'));
  const opened: { readonly accountId: string; readonly email: string; readonly isSignUp: boolean }[] = [];
  const keyDelegations: string[] = [];
  const options = { queue: 'fakes', concurrency: 10 };
  const fakes = [
    serve(
      bus,
      billingRequests.accountOpen,
      async (request) => {
        opened.push(request);
        return { outcome: 'opened' as const, grantedCredits: 0 };
      },
      options,
    ),
    serve(
      bus,
      accountKeyRequests.list,
      async ({ delegation: token }) => {
        keyDelegations.push(token);
        return { outcome: 'listed' as const, keys: [] };
      },
      options,
    ),
    serve(
      bus,
      accountKeyRequests.create,
      async ({ delegation: token }) => {
        keyDelegations.push(token);
        return { outcome: 'created' as const, keyId: createId('key'), key: 'svc_live_shown-once' };
      },
      options,
    ),
  ];
  await bus.connection.flush();
  const stops: (() => Promise<void>)[] = [];

  const startConsole = async (env: Readonly<Record<string, string>> = {}): Promise<FastifyInstance> => {
    const own = { db: openDb(database.url), bus: await connectBus({ url: nats.url, name: 'console', log }) };
    const config = loadConfig(settings, {
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      CONSOLE_URL: origin,
      API_URL: 'https://api.example.com/',
      GATEWAY_INTERNAL_URL: gateway.url,
      DELEGATION_SECRETS: secret,
      AUTH_SECRET: 'a-secret-of-this-test-with-32-characters',
      MAIL_DIR: mailDir,
      ...env,
    });
    const app = await buildApp({ ...own, config, log, metrics: createMetrics({ service: 'console' }) });
    const running = app.start();
    await own.bus.connection.flush();
    await app.http.ready();
    stops.push(async () => {
      await app.http.close();
      await running.stop();
      await own.bus.close();
      await own.db.destroy();
    });
    return app.http;
  };

  const member = async (
    wish: { readonly accountId?: string; readonly email?: string; readonly role?: MemberRole } = {},
  ) => {
    const { accountId = createId('acct'), email = `${createId('text')}@example.com`, role = 'owner' } = wish;
    const request = { accountId, email, role, password, organization: 'Shop', name: 'Mei' };
    const { userId, organizationId } = await call(bus, consoleRequests.memberSet, request);
    return { accountId, email, userId, organizationId };
  };

  /** Mails to an address that have come, the newest first. */
  const mailsTo = async (email: string) => (await listMails(mailDir)).filter(({ to }) => to === email);

  return {
    ...{ bus, db: database.db, gateway, opened, keyDelegations, startConsole, member, mailDir },
    mailsTo,
    /** The token in the newest mail to an address that leads to a page. */
    async tokenTo(email: string, page: 'verify-email' | 'reset-password' = 'verify-email'): Promise<string> {
      const link = new RegExp(`/${page}\\?token=(\\S+)`);
      for (let tries = 0; tries < 200; tries++) {
        for (const { text } of await mailsTo(email)) {
          const token = link.exec(text)?.[1];
          if (token) return decodeURIComponent(token);
        }
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`no mail to ${email} came`);
    },
    async dispose() {
      await Promise.all(stops.map((stop) => stop()));
      await Promise.all(fakes.map((fake) => fake.stop()));
      gateway.stop();
      await bus.close();
      await nats.dispose();
      await database.dispose();
      await rm(mailDir, { recursive: true, force: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof setUpConsole>>;

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: object | string;
  readonly cookie?: string | undefined;
  /** Null sends none. */
  readonly origin?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** A request as the page sends it, unless told otherwise. */
export async function send(http: FastifyInstance, url: string, sent: Sent = {}) {
  const {
    method = sent.body === undefined ? 'GET' : 'POST',
    body,
    cookie,
    origin: from = origin,
    headers,
  } = sent;
  const response = await http.inject({
    method,
    url,
    remoteAddress: sent.address ?? '127.0.0.1',
    headers: {
      host: new URL(origin).host,
      ...(from === null || method === 'GET' ? {} : { origin: from }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    body: isJson ? JSON.parse(response.payload) : undefined,
    /** The cookie of the session that the answer sets, as a browser sends it back. */
    cookie: [response.headers['set-cookie'] ?? []]
      .flat()
      .map((one) => one.split(';', 1)[0] ?? '')
      .findLast((one) => one.includes('redline_session=')),
  };
}

/** Signs a person in; returns the cookie. */
export async function signIn(http: FastifyInstance, email: string, by = password): Promise<string> {
  const answer = await send(http, '/api/auth/sign-in', { body: { email, password: by } });
  if (answer.status !== 200 || !answer.cookie) throw new Error(`${answer.status} ${answer.text}`);
  return answer.cookie;
}
