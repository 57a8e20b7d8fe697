import { readNetworks } from '@redline/public-client';
import { describe, expect, it } from 'vitest';
import { createEndpointUrls } from './endpoint-url.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'shop.example': ['93.184.216.34'],
  'inside.example': ['10.0.0.1'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
};
const resolve = async (name: string) => {
  const found = names[name];
  if (!found) throw new Error('ENOTFOUND');
  return found;
};

const outcomeOf = async (text: string, networks: readonly string[] = []) => {
  const urls = createEndpointUrls(networks.length > 0 ? readNetworks(networks) : null, resolve);
  try {
    await urls.check(urls.parse(text));
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};

const isPrivate = 'the URL leads to an address that is not public';

describe('the URL of an endpoint', () => {
  it.each([
    ['https://shop.example/hooks', 'taken'],
    ['https://shop.example:8443/hooks', 'taken'],
    ['https://nowhere.example/', 'taken'],
    ['http://shop.example/', 'the URL must begin with https://'],
    ['https://me:secret@shop.example/', 'the URL must not hold a user name or password'],
    ['https://inside.example/', isPrivate],
    ['https://mixed.example/', isPrivate],
    ['https://127.0.0.1/', isPrivate],
    ['https://169.254.169.254/latest', isPrivate],
    ['https://[::1]/', isPrivate],
  ])('%s: %s', async (url, outcome) => {
    expect(await outcomeOf(url)).toBe(outcome);
  });

  it('may be private, and http, in a network that the operator has named, and in no other', async () => {
    const networks = ['10.0.0.0/16', '127.0.0.0/8'];
    expect(await outcomeOf('http://127.0.0.1:9000/', networks)).toBe('taken');
    expect(await outcomeOf('http://inside.example:1234/', networks)).toBe('taken');
    expect(await outcomeOf('https://shop.example/', networks)).toBe('taken');
    expect(await outcomeOf('http://10.1.0.1/', networks)).toBe(isPrivate);
    expect(await outcomeOf('https://169.254.169.254/latest', networks)).toBe(isPrivate);
    expect(await outcomeOf('http://shop.example/', networks)).toBe('the URL must begin with https://');
    expect(await outcomeOf('http://me:secret@inside.example/', networks)).not.toBe('taken');
  });
});
