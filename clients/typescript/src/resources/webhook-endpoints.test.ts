import { describe, expect, it } from 'vitest';
import { createClient } from '../create-client.ts';
import { answered, refused, scriptedFetch } from '../scripted-fetch.ts';

const settings = { baseUrl: 'https://redline.test', apiKey: 'svc_live_1', site: 'main' } as const;

describe('webhook endpoints', () => {
  it('are asked for by the routes of the contract', async () => {
    const { fetch, sent } = scriptedFetch(...Array.from({ length: 9 }, () => answered({})));
    const { webhookEndpoints } = createClient({ ...settings, fetch });
    const options = { endTenant: 'shop-1' };
    await webhookEndpoints.create({ url: 'https://shop.example/hooks' }, options);
    await webhookEndpoints.list(options);
    await webhookEndpoints.get('a/b', options);
    await webhookEndpoints.update('e', { enabled: false }, options);
    await webhookEndpoints.delete('e', options);
    await webhookEndpoints.rotateSecret('e', undefined, options);
    await webhookEndpoints.test('e', options);
    await webhookEndpoints.deliveries('e', { pageSize: 5, after: 'd', status: 'failed' }, options);
    await webhookEndpoints.resend('e', 'd', options);
    const prefix = 'https://redline.test/v1/webhook-endpoints';
    expect(sent.map(({ method, url }) => `${method} ${url.href.replace(prefix, '')}`)).toEqual([
      'POST ',
      'GET ',
      'GET /a%2Fb',
      'PATCH /e',
      'DELETE /e',
      'POST /e/rotate-secret',
      'POST /e/test',
      'GET /e/deliveries?pageSize=5&after=d&status=failed',
      'POST /e/deliveries/d/resend',
    ]);
    for (const { headers } of sent) expect(headers.get('x-end-tenant')).toBe('shop-1');
  });

  it('are not added twice when the answer was lost on the way', async () => {
    const { fetch, sent } = scriptedFetch(refused(500, 'internal'));
    const { webhookEndpoints } = createClient({ ...settings, fetch });
    const created = webhookEndpoints.create({ url: 'https://shop.example/hooks' });
    await expect(created).rejects.toMatchObject({ status: 500 });
    expect(sent).toHaveLength(1);
  });
});
