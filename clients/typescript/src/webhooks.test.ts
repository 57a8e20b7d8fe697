import { describe, expect, it } from 'vitest';
import { verifyWebhook } from './webhooks.ts';

/** The example of the Standard Webhooks specification's libraries: anybody's verifier takes it, at its time. */
const known = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  time: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const always = { secret: known.secret, toleranceSeconds: Number.POSITIVE_INFINITY };

const requestOf = (change: Partial<typeof known> = {}) => {
  const { id, time, signature, body } = { ...known, ...change };
  return {
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature },
  };
};

/** Signs a body now, as the service does. */
async function signedNow(body: string, secret = known.secret, shiftSeconds = 0) {
  const time = String(Math.floor(Date.now() / 1_000) + shiftSeconds);
  const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (char) => char.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const made = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${known.id}.${time}.${body}`));
  const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(made)))}`;
  return requestOf({ time, body, signature });
}

describe('a request to an endpoint', () => {
  it('that the specification signed is verified', async () => {
    expect(await verifyWebhook(requestOf(), always)).toEqual({ test: 2432232314 });
  });

  it('is verified whatever its headers and its body are held in', async () => {
    const { body, headers } = requestOf();
    const shouted = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    for (const held of [new Headers(headers), shouted]) {
      for (const bytes of [body, new TextEncoder().encode(body)]) {
        expect(await verifyWebhook({ body: bytes, headers: held }, always)).toEqual({ test: 2432232314 });
      }
    }
  });

  it('is verified by any of its signatures, and others of other versions are passed over', async () => {
    const signature = `v1a,AAAA v1,AAAA v1,*** ${known.signature}`;
    expect(await verifyWebhook(requestOf({ signature }), always)).toEqual({ test: 2432232314 });
  });

  it.each<[string, Partial<typeof known>, string]>([
    ['of another body', { body: '{"test":2432232314}' }, 'wrong_signature'],
    ['of another id', { id: 'msg_1' }, 'wrong_signature'],
    ['of another time', { time: '1614265331' }, 'wrong_signature'],
    ['of another version', { signature: known.signature.replace('v1,', 'v2,') }, 'wrong_signature'],
    ['without an id', { id: '' }, 'missing_headers'],
    ['without a signature', { signature: '' }, 'missing_headers'],
    ['whose time is none', { time: 'now' }, 'wrong_time'],
  ])('%s is refused', async (_name, change, code) => {
    await expect(verifyWebhook(requestOf(change), always)).rejects.toMatchObject({ code });
  });

  it('that was signed with another secret is refused', async () => {
    const secret = `whsec_${btoa('another secret of 24 byt')}`;
    await expect(verifyWebhook(requestOf(), { ...always, secret })).rejects.toMatchObject({
      name: 'RedlineWebhookError',
      code: 'wrong_signature',
    });
  });

  it('is taken within five minutes and not later, or as many seconds as are given', async () => {
    const { secret } = known;
    const body = '{"type":"webhook.test"}';
    expect(await verifyWebhook(await signedNow(body), { secret })).toEqual({ type: 'webhook.test' });
    for (const shift of [-290, 290]) {
      await verifyWebhook(await signedNow(body, secret, shift), { secret });
    }
    for (const shift of [-310, 310]) {
      const request = await signedNow(body, secret, shift);
      await expect(verifyWebhook(request, { secret })).rejects.toMatchObject({ code: 'wrong_time' });
      await verifyWebhook(request, { secret, toleranceSeconds: 400 });
    }
  });

  it.each(['', 'whsec_', 'whsec_not base64'])('cannot be verified with the secret %j', async (secret) => {
    await expect(verifyWebhook(requestOf(), { ...always, secret })).rejects.toThrow(TypeError);
  });
});
