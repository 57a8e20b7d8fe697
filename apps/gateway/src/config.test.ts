import { loadConfig, settingsTable } from '@redline/service-kit/config';
import { readUnaligned } from '@redline/testkit/service';
import { describe, expect, it } from 'vitest';
import { settings } from './config.ts';

const database = { DATABASE_URL: 'postgres://gateway@127.0.0.1/gateway' };

describe('the settings', () => {
  it('have the limits of the contract where nothing else is said', () => {
    const config = loadConfig(settings, database);
    expect([config.RATE_SUBMISSION, config.RATE_QUERY, config.RATE_CONFIGURATION]).toEqual([60, 600, 120]);
    expect([config.PORT, config.TENANT_SCOPES_PER_KEY, config.IDEMPOTENCY_LEASE_MS]).toEqual([
      8080, 50_000, 30_000,
    ]);
    expect(config.KEY_CACHE_TTL_MS).toBeLessThanOrEqual(10_000);
  });

  it.each([
    ['false', false],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, fd00::/8,203.0.113.9', ['10.0.0.0/8', 'fd00::/8', '203.0.113.9']],
  ])('take %s as proxies to be believed', (text, expected) => {
    expect(loadConfig(settings, { ...database, TRUST_PROXY: text }).TRUST_PROXY).toEqual(expected);
  });

  it.each(['true', '10.0.0.0/33', '10.0.0', 'everybody', '10.0.0.0/8/8', ','])(
    'refuse %s as proxies',
    (text) => {
      expect(() => loadConfig(settings, { ...database, TRUST_PROXY: text })).toThrow(
        /^TRUST_PROXY is .*; it takes false/,
      );
    },
  );

  it('are told in the README as they are', async () => {
    const readme = await readUnaligned(new URL('../README.md', import.meta.url));
    expect(readme).toContain(settingsTable(settings));
  });
});
