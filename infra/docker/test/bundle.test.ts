import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUp, demoAccount, demoCheck, type Program, pathsOf, services } from '@redline/local';
import { createCloseList } from '@redline/service-kit/shutdown';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleService } from '../src/bundle.ts';

// Outside of the checkout, so that nothing of it can be found by the bundles.
const folder = mkdtempSync(join(tmpdir(), 'redline-bundle-'));
const parts = createCloseList();
afterAll(async () => {
  await parts.closeAll(undefined, 60_000);
  await rm(folder, { recursive: true, force: true });
});

describe('the services as the image holds them', () => {
  it('migrate, start and judge a text with nothing but Node and their own folder', {
    timeout: 120_000,
  }, async () => {
    const programs = new Map<string, Program>();
    for (const { name } of services) {
      const outDir = join(folder, name);
      const env = await bundleService(name, outDir);
      programs.set(name, { main: join(outDir, 'main.js'), env });
    }
    const programOf = (name: string) => programs.get(name) ?? { main: '', env: {} };
    const paths = pathsOf(undefined, join(folder, 'data'));
    const settings = {
      HOST: '127.0.0.1',
      PORT: 0,
      DATABASE_URL: null,
      NATS_URL: null,
    };
    const { apiUrl, natsUrl } = await bringUp({ paths, settings, say: () => undefined, parts, programOf });
    const demo = await demoAccount(natsUrl, paths.demo);
    const check = await demoCheck(apiUrl, demo.keys.us.key);
    expect(check.status).toBe('completed');
    expect(check.riskLevel).toBe('high');
    const docs = await fetch(`${apiUrl}/docs/`);
    expect(await docs.text()).toContain('swagger-ui');
    const script = await fetch(`${apiUrl}/docs/static/swagger-ui-bundle.js`);
    expect(script.status).toBe(200);
  });
});
