import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Bus, call, consumeJobs, publishJob, serve } from '../src/bus/index.ts';
import { createDb, migrate } from '../src/db/index.ts';
import { createHttpServer } from '../src/http/index.ts';
import { createLogger } from '../src/log/index.ts';
import { createMetrics, renderMetrics } from '../src/metrics/index.ts';
import { appendOutbox, jobMessage, type OutboxTables, startRelay } from '../src/outbox/index.ts';
import { startTracing } from '../src/tracing/start-tracing.ts';
import { jobRow, openBus, outboxMigrations, ownDatabase, ownNats, quiet } from './fixtures.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly links?: readonly { readonly traceId: string }[];
}

const secret = 'a text under check';
const received: string[] = [];
/** A collector on loopback that keeps what it is sent. */
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  received.push(Buffer.concat(chunks).toString());
  response.setHeader('content-type', 'application/json').end('{}');
});
const parts: (() => unknown)[] = [];
let endTracing: () => Promise<void>;
let bus: Bus;

const spans = (): Span[] =>
  received
    .flatMap((body) => JSON.parse(body).resourceSpans as { scopeSpans: { spans: Span[] }[] }[])
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));

const openSpans = () => spans().filter(({ name }) => name === 'GET /open');

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  endTracing = await startTracing({
    service: 'probe',
    url: `http://127.0.0.1:${port}/`,
    sampledPercent: 100,
  });
  const nats = await ownNats();
  bus = await openBus(nats.url);
  parts.push(
    () => bus.close(),
    () => nats.dispose(),
  );
});
afterAll(async () => {
  for (const part of parts) await part();
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

describe('a trace', () => {
  it('is named by the exemplars and the access log of its request, and by those of its job', async () => {
    const lines: string[] = [];
    const log = createLogger({
      service: 'probe',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    });
    const metrics = createMetrics({ service: 'probe' });
    const app = createHttpServer({
      log,
      metrics,
      bodyLimitBytes: 1_000,
      trustProxy: false,
      requestTimeoutMs: 5_000,
      onFault: (fault, _, reply) => reply.code(fault.status).send({}),
      renderUnparsed: () => ({}),
    });
    const row = jobRow('exemplified');
    const measured = { ...bus, metrics, log };
    const worker = await consumeJobs(measured, row, async () => {}, {
      durable: 'exemplified',
      concurrency: 1,
    });
    app.get('/exemplified', async () => {
      await publishJob(bus, row, 'a', { id: 'a' }, { msgId: 'exemplified', timeoutMs: 2_000 });
      return {};
    });
    await app.inject('/exemplified');
    const line = (msg: string) => lines.map((text) => JSON.parse(text)).find((one) => one.msg === msg);
    await expect.poll(() => line('a job has ended')).toBeTruthy();
    const { traceId } = line('answered');
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(line('a job has ended')).toMatchObject({ traceId });
    const { text } = await renderMetrics(metrics, 'application/openmetrics-text');
    for (const bucket of [
      'http_request_duration_seconds_bucket',
      'bus_message_duration_seconds_bucket',
      'bus_message_completion_seconds_bucket',
    ]) {
      expect(text).toMatch(new RegExp(`^${bucket}\\{.* # \\{trace_id="${traceId}"}`, 'm'));
    }
    await app.close();
    await worker.stop();
  });

  it('is not chosen by a caller from outside: its own is named by a link only', async () => {
    const app = createHttpServer({
      log: quiet,
      bodyLimitBytes: 1_000,
      trustProxy: false,
      requestTimeoutMs: 5_000,
      onFault: (fault, _, reply) => reply.code(fault.status).send({}),
      renderUnparsed: () => ({}),
    });
    app.get('/open', async () => ({}));
    // Not sampled, says the caller.
    const traceparent = '00-11112f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
    for (const headers of [{ traceparent }, { traceparent: 'nonsense' }, {}]) {
      expect((await app.inject({ url: '/open', headers })).statusCode).toBe(200);
    }
    await app.close();
    await waitFor(() => openSpans().length === 3, { what: 'the spans', timeoutMs: 20_000 });
    const [first, ...others] = openSpans();
    expect(openSpans().map(({ parentSpanId }) => parentSpanId ?? '')).toEqual(['', '', '']);
    expect(first?.traceId).not.toBe('11112f3577b34da6a3ce929d0e0e4736');
    expect(first?.links).toMatchObject([{ traceId: '11112f3577b34da6a3ce929d0e0e4736' }]);
    expect(others.flatMap(({ links = [] }) => links)).toEqual([]);
  });

  it('goes from a request over the bus and the database to the job it causes, and holds no data', async () => {
    const lines: string[] = [];
    const log = createLogger({
      service: 'probe',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    });
    const database = await ownDatabase({ statementTimeoutMs: 5_000 });
    const db = createDb<OutboxTables>({
      url: database.url,
      poolMax: 2,
      statementTimeoutMs: 5_000,
      applicationName: 'probe',
      preparedMax: 4,
    });
    await migrate(db, outboxMigrations);
    const relay = startRelay(db, bus, { log: quiet });
    parts.unshift(
      () => relay.stop(),
      () => db.destroy(),
      () => database.dispose(),
    );
    const row = jobRow('traced');
    const done = Promise.withResolvers<string | undefined>();
    const worker = await consumeJobs(bus, row, async (_, { traceparent }) => done.resolve(traceparent), {
      durable: 'traced',
      concurrency: 1,
    });
    const question = {
      subject: 't.store',
      request: z.object({ text: z.string() }),
      reply: z.object({}),
      timeoutMs: 5_000,
    };
    const owner = serve(
      bus,
      question,
      async ({ text }) => {
        await db.transaction().execute(async (trx) => {
          await sql`select ${text}::text`.execute(trx);
          await appendOutbox(trx, [jobMessage(row, 'one', { id: 'one' })]);
        });
        relay.wake();
        return {};
      },
      { queue: 'q', concurrency: 1 },
    );
    const app = createHttpServer({
      log,
      bodyLimitBytes: 1_000,
      trustProxy: false,
      trustTraceparent: true,
      requestTimeoutMs: 5_000,
      onFault: (fault, _, reply) => reply.code(fault.status).send({}),
      renderUnparsed: () => ({}),
    });
    app.post('/things/:id', async (request) => call(bus, question, request.body as { text: string }));
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const answer = await app.inject({
      method: 'POST',
      url: '/things/7',
      headers: { traceparent },
      payload: { text: secret },
    });
    expect(answer.statusCode).toBe(200);
    const ofJob = await done.promise;
    await worker.stop();
    await owner.stop();
    await app.close();
    await endTracing();
    await waitFor(async () => spans().some(({ name }) => name.startsWith('work on')), { what: 'the spans' });

    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const mine = spans().filter((span) => span.traceId === traceId);
    const named = (name: string) => mine.find((span) => span.name === name);
    const chain = ['POST /things/:id', 'ask t.store', 'answer t.store', 'probe insert'];
    expect(named('POST /things/:id')?.parentSpanId).toBe('00f067aa0ba902b7');
    for (const [at, name] of chain.slice(1).entries()) {
      expect([name, named(name)?.parentSpanId]).toEqual([name, named(chain[at] ?? '')?.spanId]);
    }
    const work = named(`work on ${row.filterSubject}`);
    expect(work?.parentSpanId).toBe(named('answer t.store')?.spanId);
    expect(ofJob).toBe(`00-${traceId}-${work?.spanId}-01`);
    expect(received.join()).not.toContain(secret);
    expect(JSON.parse(lines.find((line) => line.includes('answered')) ?? '{}')).toMatchObject({ traceId });
  });

  it('is not made without a collector, nor after the end', async () => {
    const count = spans().length;
    const end = await startTracing({ service: 'probe', url: null, sampledPercent: 100 });
    const row = { subject: 't.none', request: z.object({}), reply: z.object({}), timeoutMs: 5_000 };
    const seen: unknown[] = [];
    const owner = serve(
      bus,
      row,
      async (_, { traceparent }) => {
        seen.push(traceparent);
        return {};
      },
      { queue: 'q', concurrency: 1 },
    );
    await call(bus, row, {});
    await owner.stop();
    await end();
    expect(seen).toEqual([undefined]);
    expect(spans()).toHaveLength(count);
  });

  it('costs a service its end no longer than the collector is given, when that is silent', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const end = await startTracing({
      service: 'probe',
      url: `http://127.0.0.1:${port}`,
      sampledPercent: 100,
    });
    const row = { subject: 't.nobody', request: z.object({}), reply: z.object({}), timeoutMs: 500 };
    await expect(call(bus, row, {})).rejects.toMatchObject({ code: 'no_responders' });
    await end();
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});
