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

/** So many words are compiled in a thread, whose code is an entry of its own in the bundle. */
async function importWords(apiUrl: string, key: string): Promise<void> {
  const items = ['golden root', ...Array.from({ length: 1_499 }, (_, n) => `brand${n}x`)];
  const response = await fetch(`${apiUrl}/v1/intl/us/custom-rules/bulk-import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ items: items.map((keyword) => ({ keyword })) }),
  });
  expect(await response.json()).toMatchObject({ data: { imported: 1_500 } });
}

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
    await importWords(apiUrl, demo.keys.us.key);
    const withWords = await demoCheck(apiUrl, demo.keys.us.key);
    expect(withWords).toMatchObject({ status: 'completed', customRisks: [{ matchedText: 'Golden Root' }] });
    const docs = await fetch(`${apiUrl}/docs/`);
    expect(await docs.text()).toContain('swagger-ui');
    const script = await fetch(`${apiUrl}/docs/static/swagger-ui-bundle.js`);
    expect(script.status).toBe(200);
  });
});
