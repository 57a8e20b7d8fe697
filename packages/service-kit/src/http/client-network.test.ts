import { describe, expect, it } from 'vitest';
import { clientNetwork } from './client-network.ts';

describe('whom a request without a key is counted for', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:0DB8:00a0::', '2001:db8:a0:0::/64'],
    ['unknown', 'unknown'],
    ['x'.repeat(5_000), 'unknown'],
    ['', 'unknown'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s → %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
