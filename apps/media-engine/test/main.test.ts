import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@redline/contracts';
import { makeStreams } from '@redline/service-kit/test/make-streams';
import { itRunsAsAProcess, openServiceProcess } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';

const folder = await mkdtemp(join(tmpdir(), 'redline-blobs-'));
const service = await openServiceProcess(new URL('../src/main.ts', import.meta.url), {
  purpose: 'media_engine',
  env: { MEDIA_HTTP_PORT: '0', BLOB_DIR: folder, UPLOAD_SECRET: randomBytes(32).toString('hex') },
});
await makeStreams(service.natsUrl, streams);
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true, force: true });
});

describe('the process', () => {
  itRunsAsAProcess(service, {
    name: 'media-engine',
    wrong: { OPS_PORT: '-1' },
    whileRunning: async () => {
      expect(await service.readMetrics()).toMatch(/media_sandbox{part="limits",holds="enforced".*} 1/);
    },
  });

  it('does not start without a place for what it stores', async () => {
    const { code, output } = await service.run([], { BLOB_DIR: '' }).ended;
    expect(code).toBe(1);
    expect(output.trim()).toBe('media-engine: BLOB_DIR is missing; without it S3_BUCKET is needed');
  });

  it('does not start without the isolation that is required, and says what is missing', async () => {
    // Where none of the programs is that set it, as on a machine that forbids it.
    const { code, output } = await service.run([], { SANDBOX: 'required', PATH: folder }).ended;
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      'media-engine: SANDBOX is "required", and here children would have network: host, engine: readable, files: host, limits: none',
    );
  });
});
