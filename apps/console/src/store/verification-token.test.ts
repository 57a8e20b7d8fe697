import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createVerificationToken, readVerificationToken } from './verification-token.ts';

const secret = 'a-secret-of-this-test-with-32-characters';
const mei = { id: 'user_mei', email: 'mei@example.com' };
const eve = { id: 'user_eve', email: 'eve@example.com' };
const claims = { email: mei.email, userId: mei.id };

const signed = (more: Record<string, unknown>, expires: string | Date = '1 day') =>
  new SignJWT({ ...claims, ...more })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));

describe('the token of a link', () => {
  it('says for whom it was made', async () => {
    expect(await readVerificationToken(secret, await createVerificationToken(secret, mei))).toEqual(mei);
    expect(await readVerificationToken(secret, await signed({}))).toEqual(mei);
  });

  it('is for nobody if it is forged, of another secret, or without a signature', async () => {
    const token = await createVerificationToken(secret, mei);
    const [head, , signature] = token.split('.');
    const [, foreign] = (await createVerificationToken(secret, eve)).split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${foreign}.`;
    const other = await createVerificationToken('another-secret-with-at-least-32-letters', mei);
    for (const forged of [`${head}.${foreign}.${signature}`, unsigned, other, `${token}A`, 'abc', ''])
      expect([forged, await readVerificationToken(secret, forged)]).toEqual([forged, undefined]);
  });

  it('is for nobody if it is too old, names no person, or was made to change an address', async () => {
    const past = await signed({}, new Date(Date.now() - 60_000));
    const nameless = await signed({ userId: undefined });
    const changing = await signed({ updateTo: eve.email });
    const asked = await signed({ requestType: 'change-email-verification' });
    for (const token of [past, nameless, changing, asked])
      expect(await readVerificationToken(secret, token)).toBeUndefined();
  });
});
