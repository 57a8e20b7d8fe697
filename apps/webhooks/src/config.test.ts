import { settingsTable } from '@redline/service-kit/config';
import { readUnaligned } from '@redline/testkit/service';
import { describe, expect, it } from 'vitest';
import { networksOf, secretKeysOf, settings, waitsOf } from './config.ts';

it('has every setting in the README, as it is', async () => {
  const readme = await readUnaligned(new URL('../README.md', import.meta.url));
  expect(readme).toContain(settingsTable(settings));
});

const keyOf = (byte: number, bytes = 32) => Buffer.alloc(bytes, byte).toString('base64');

describe('keys of secrets', () => {
  const namesOf = (ENDPOINT_SECRET_KEYS: string) =>
    secretKeysOf({ ENDPOINT_SECRET_KEYS }).map(({ name }) => name);

  it('are read in their order', () => {
    expect(namesOf(`new:${keyOf(1)}, old:${keyOf(2)}`)).toEqual(['new', 'old']);
  });

  it.each([
    ['without a name', keyOf(1)],
    ['that is too short', `first:${keyOf(1, 31)}`],
    ['that is too long', `first:${keyOf(1, 33)}`],
    ['with a name that comes twice', `a:${keyOf(1)},a:${keyOf(2)}`],
    ['that is missing after a comma', `a:${keyOf(1)},`],
  ])('with one %s are refused, and not shown', (_, keys) => {
    expect(() => namesOf(keys)).toThrow(/^ENDPOINT_SECRET_KEYS is not acceptable/);
    expect(() => namesOf(keys)).not.toThrow(keyOf(1).slice(0, 8));
  });
});

describe('networks', () => {
  const networks = (ENDPOINT_NETWORKS: string | null) => networksOf({ ENDPOINT_NETWORKS });

  it('hold their own addresses alone; without any there are none', () => {
    const isIn = networks('10.1.0.0/16, ::1/128');
    expect(['10.1.2.3', '::1', '10.2.0.1', '127.0.0.1', 'nowhere'].map((it) => isIn?.(it))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(networks(null)).toBeNull();
  });

  it.each(['10.0.0.0', '10.0.0.0/33', 'localhost', '10.0.0.0/8,'])('of %s are refused', (cidrs) => {
    expect(() => networks(cidrs)).toThrow(/^ENDPOINT_NETWORKS is /);
  });
});

describe('waits', () => {
  const waits = (RETRY_WAITS_SECONDS: string) => waitsOf({ RETRY_WAITS_SECONDS });

  it('are read in seconds', () => expect(waits('0.2, 5,86400')).toEqual([200, 5_000, 86_400_000]));

  it.each(['5,later', '-1', '5,', '604801', Array.from({ length: 51 }, () => '1').join()])(
    'of %s are refused',
    (text) => {
      expect(() => waits(text)).toThrow(/^RETRY_WAITS_SECONDS is /);
    },
  );
});
