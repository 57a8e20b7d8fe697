import fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { endSlowBodies } from './slow-bodies.ts';

afterEach(() => {
  vi.useRealTimers();
});

it.each([false, true])(
  'an injected request that is refused before its body is read ends nothing later (long body: %s)',
  async (longBody) => {
    const app = fastify();
    endSlowBodies(app, 1_000);
    app.addHook('onRequest', async (_, reply) => reply.status(401).send({}));
    app.post('/checks', { config: { longBody } }, async () => ({}));
    await app.ready();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { statusCode } = await app.inject({ method: 'POST', url: '/checks', payload: { text: 'a' } });
    expect(statusCode).toBe(401);
    expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
    await app.close();
  },
);
