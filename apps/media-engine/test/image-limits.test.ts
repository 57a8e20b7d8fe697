import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listDead } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createImageProcess } from '../src/clients/images/image-process.ts';
import { makePrivateFolder } from '../src/clients/private-folder.ts';
import { shortImageJob as job, publishCheck, reportOf } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { eventsOf, insertImage, rowOf } from './rows.ts';
import { testSandbox } from './sandbox.ts';

const bed = await openEngineBed();
const { db, bus, engine, relayed } = bed;
const sandbox = await testSandbox();
const folder = await makePrivateFolder();
afterEach(bed.services.stopAll);
afterAll(async () => {
  await bed.dispose();
  await folder.release();
});

it.each([
  ['allocates', 'for (const kept = []; ; ) kept.push(Buffer.alloc(1e7, 1));'],
  ['computes', 'for (;;);'],
])(
  'an image whose decoder %s without end fails, is refunded once, and the engine goes on',
  {
    timeout: 120_000,
  },
  async (name, script) => {
    const path = join(folder.path, `${name}.mjs`);
    await writeFile(path, `process.on('message', () => { ${script} });`);
    await chmod(path, 0o644);
    const limits = { dataBytes: 1_500_000_000 };
    const options = { sandbox, timeoutMs: 3_000, callsMax: 100, limits };
    const imageProcess = createImageProcess(options, pathToFileURL(path));
    await engine({
      checkImage: async (path, _, signal) => {
        await imageProcess.call('survey', { path }, signal);
        return reportOf();
      },
    });
    const { id, scope } = await insertImage(db);
    await publishCheck(bus, job, id, scope);
    await waitFor(async () => (await listDead(bus, { limit: 1, subject: job.subjectOf(id) })).length > 0, {
      timeoutMs: 90_000,
    });
    await relayed(id);
    expect(await rowOf(db, id)).toMatchObject({ status: 'failed', failure_reason: 'attempts_exhausted' });
    expect(await eventsOf(bus, id)).toEqual(['failed']);
    await imageProcess.close();
  },
);
