import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '../create-client.ts';
import { answered, scriptedFetch } from '../scripted-fetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('an image that was answered before its end can be waited for', async () => {
  const running = { id: 'image_1', status: 'processing' };
  const over = { id: 'image_1', status: 'failed' };
  const { fetch, sent } = scriptedFetch(answered(running), answered(running), answered(over));
  const { checks } = createClient({ baseUrl: 'https://redline.test', apiKey: 'k', site: 'us', fetch });
  const waited = checks.image.wait('image_1', { endTenant: 'shop-1' });
  await vi.runAllTimersAsync();
  expect(await waited).toEqual(over);
  expect(sent.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(
    Array(3).fill('GET /v1/intl/us/image/checks/image_1'),
  );
  expect(sent[2]?.headers.get('x-end-tenant')).toBe('shop-1');
});
