import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatureHeaders } from './signing.ts';

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [older, newer, other] = [secretOf(1), secretOf(2), secretOf(3)];
const body = '{"type":"check.completed"}';
const headers = signatureHeaders({ id: 'event_1', at: new Date(), body }, [newer, older]);

describe('while a secret is rotated', () => {
  it.each([
    ['the new one', newer],
    ['the last one', older],
  ])('%s verifies what is sent', (_, secret) => {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('another one does not, and neither does another body', () => {
    expect(() => new Webhook(other).verify(body, headers)).toThrow();
    expect(() => new Webhook(newer).verify(`${body} `, headers)).toThrow();
  });
});

it('signs as the convention has it', () => {
  // The example of the specification, made by its reference tool.
  const at = new Date(1_614_265_330_000);
  const known = signatureHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body: '{"test": 2432232314}' }, [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ]);
  expect(known['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});
