import { describe, expect, it } from 'vitest';
import { readPolicy, signPolicy, type UploadPolicy } from './upload-policy.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const secret = 'a secret of at least thirty-two characters';
const policy: UploadPolicy = {
  id: 'upol_1',
  kind: 'image',
  dir: 'uploads/us/a/b/',
  maxSizeBytes: 100,
  expiresAt: '2026-01-01T00:05:00.000Z',
};
const signed = signPolicy(secret, policy);
const form = {
  key: 'uploads/us/a/b/photo.jpg',
  policy: signed.policy,
  StoreAccessKeyId: signed.accessKeyId,
  signature: signed.signature,
};
const refusal = (change: Partial<typeof form>, atMs = now) => {
  const read = readPolicy(secret, { ...form, ...change }, atMs);
  return 'refused' in read ? [read.refused.code, read.refused.message] : 'taken';
};
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('the policy of a form', () => {
  it('is read as it was signed, until it expires', () => {
    expect(readPolicy(secret, form, now)).toEqual({ policy });
    expect(refusal({}, now + 5 * 60_000 - 1)).toBe('taken');
    expect(refusal({}, now + 5 * 60_000)).toEqual([
      'unauthorized',
      expect.stringContaining('expired at 2026'),
    ]);
  });

  it.each([
    ['another limit', { policy: base64({ ...policy, maxSizeBytes: 1e12 }) }],
    ['a later end', { policy: base64({ ...policy, expiresAt: '2027-01-01T00:00:00.000Z' }) }],
    ['another prefix', { policy: base64({ ...policy, dir: 'uploads/' }), key: 'uploads/x' }],
    ['the same policy, written otherwise', { policy: `${signed.policy}=` }],
    ['no policy', { policy: '' }],
    ['another signature', { signature: signPolicy('another secret', policy).signature }],
    ['a cut signature', { signature: signed.signature.slice(0, -5) }],
    ['no signature', { signature: '' }],
    ['another access key', { StoreAccessKeyId: signPolicy('another secret', policy).accessKeyId }],
  ])('is not taken with %s', (_, change) => {
    expect(refusal(change)).toEqual(['unauthorized', expect.any(String)]);
  });

  it.each([
    'photo.jpg',
    'uploads/us/a/bb/photo.jpg',
    'uploads/us/a/b/',
    '/uploads/us/a/b/x',
    'uploads/us/a/b',
  ])('does not cover the key %s', (key) => {
    expect(refusal({ key })).toEqual(['invalid_request', expect.stringMatching(/^key must begin with upl/)]);
  });

  it('contains nothing of its secret', () => {
    expect(JSON.stringify(signed)).not.toContain(secret);
  });
});
