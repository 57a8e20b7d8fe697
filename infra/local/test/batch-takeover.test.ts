import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billingRequests } from '@redline/contracts';
import { type Bus, call, connectBus } from '@redline/service-kit/bus';
import { createLogger } from '@redline/service-kit/log';
import { createCloseList } from '@redline/service-kit/shutdown';
import { waitFor } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { bringUp, demoAccount, pathsOf, readState } from '../src/index.ts';

const service = 'batch-orchestrator';
const folder = mkdtempSync(join(tmpdir(), 'redline-batches-'));
const paths = pathsOf(undefined, folder);
const parts = createCloseList();
let bus: Bus | undefined;
afterAll(async () => {
  await bus?.close();
  await parts.closeAll(undefined, 60_000);
  await rm(folder, { recursive: true, force: true });
});

/** Short leases, so that the work of a killed orchestrator is soon taken over. */
const soon = { BATCH_LEASE_MS: '2000', EVENT_ACK_WAIT_MS: '2000' };
const programOf = (name: string) => ({
  main: join(paths.root, 'apps', name, 'src', 'main.ts'),
  env: {
    NODE_COMPILE_CACHE: paths.code,
    ...(name === 'text-engine' ? { PACKS_COMPILED_DIR: paths.packs } : {}),
    ...(name === service ? soon : {}),
  },
});

/** Ends the orchestrator like a lost machine, and waits until it has been started again. */
async function killOrchestrator(): Promise<void> {
  const pidNow = () => readState(paths.state)?.processes.find(({ name }) => name === service)?.pid;
  const pid = pidNow();
  if (pid === undefined) throw new Error('the orchestrator does not run');
  process.kill(pid, 'SIGKILL');
  await waitFor(() => pidNow() !== undefined && pidNow() !== pid, { timeoutMs: 30_000, everyMs: 100 });
}

interface Batch {
  readonly id: string;
  readonly result: string | null;
  readonly progress: { readonly done: number };
  readonly items: readonly { readonly kind: string; readonly status: string; readonly checkId: string }[];
}

const texts = (batch: number) =>
  Array.from({ length: 10 }, (_, index) => `Offer ${batch}.${index}: our drops cure arthritis in a week.`);
/** Refused by the media engine before anything is asked for: no address of the public. */
const image = { url: 'http://127.0.0.1:9/a.jpg', name: 'A picture', size: 1_000 };

describe('batches whose orchestrator is killed again and again', () => {
  it('all end right, are charged once, and what a deleted one held is checked or paid back', {
    timeout: 240_000,
  }, async () => {
    const settings = { HOST: '127.0.0.1', PORT: 0, DATABASE_URL: null, NATS_URL: null };
    const stack = await bringUp({ paths, settings, say: () => undefined, parts, programOf });
    const { accountId, keys } = await demoAccount(stack.natsUrl, paths.demo);
    const ask = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${stack.apiUrl}/v1/intl/us${path}`, {
        method,
        headers: { authorization: `Bearer ${keys.us.key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as { readonly data: never };
      return { status: response.status, data: answer.data };
    };
    const submit = (batch: number) =>
      ask('POST', '/batches', {
        name: `Batch ${batch}`,
        platform: 'dtc_us',
        vertical: 'supplement',
        texts: texts(batch),
        images: [image, image],
      });
    const submitted = await Promise.all([0, 1, 2, 3].map(submit));
    expect(submitted.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const ids = submitted.map(({ data }) => (data as Batch).id);
    await killOrchestrator();
    const [deletedId = '', ...keptIds] = ids;
    // Until it is back, calls to it fail with `no_responders`.
    await waitFor(async () => (await ask('DELETE', `/batches/${deletedId}`)).status === 200, {
      timeoutMs: 30_000,
    });
    await killOrchestrator();
    const read = async (id: string): Promise<Batch> => (await ask('GET', `/batches/${id}`)).data;
    await waitFor(async () => (await read(keptIds[0] ?? '')).progress.done > 0, {
      timeoutMs: 60_000,
      everyMs: 100,
    });
    await killOrchestrator();
    for (const id of keptIds) {
      const batch = await waitFor(async () => ((await read(id)).result ? read(id) : undefined), {
        timeoutMs: 60_000,
        everyMs: 200,
        what: `batch ${id} to end`,
      });
      expect(batch).toMatchObject({
        status: 'completed',
        result: 'REJECT',
        progress: { done: 12, percent: 100 },
      });
      const ends = batch.items.map(({ kind, status }) => `${kind} ${status}`);
      expect(ends).toEqual([...Array(10).fill('text completed'), ...Array(2).fill('image failed')]);
    }
    await waitFor(async () => ((await ask('GET', '/text/checks')).data as { total: number }).total === 30, {
      timeoutMs: 30_000,
      everyMs: 200,
      what: 'the checks of the deleted batch to be gone',
    });
    bus = await connectBus({
      url: stack.natsUrl,
      name: 'test',
      log: createLogger({ service: 'test', level: 'silent' }),
    });
    const asked = bus;
    const chargesNow = async () => {
      const listed = await call(asked, billingRequests.chargesList, { accountId, limit: 100, before: null });
      return new Map(listed.outcome === 'listed' ? listed.charges.map((one) => [one.operationId, one]) : []);
    };
    // Two credits for each text and image; the refunds follow the events.
    const isRefunded = async (id: string) => (await chargesNow()).get(id)?.refunded === 4;
    for (const id of keptIds) await waitFor(() => isRefunded(id), { timeoutMs: 30_000, everyMs: 200 });
    const charges = await chargesNow();
    expect([...charges.values()].map(({ amount }) => amount)).toEqual([24, 24, 24, 24]);
    // Of the deleted one at least the pictures are, however they ended.
    await waitFor(async () => ((await chargesNow()).get(deletedId)?.refunded ?? 0) >= 4, {
      timeoutMs: 30_000,
    });
    const audit = await call(asked, billingRequests.audit, {});
    expect(audit.differences).toEqual([]);
  });
});
