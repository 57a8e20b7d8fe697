import type { Scope } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { isUploadKey, ownUploadKey, uploadDir } from './upload-dir.ts';

const scope: Scope = { accountId: 'acct_1', siteId: 'us', tenantId: '' };
const cdnHost = 'https://media.example/assets';
const key = `${uploadDir(scope)}a b.jpg`;

describe('the folder of a scope’s uploads', () => {
  it('is another for each account, site and tenant, and names none of them', () => {
    const others: Scope[] = [
      scope,
      { ...scope, accountId: 'acct_2' },
      { ...scope, siteId: 'id' },
      { ...scope, tenantId: 'own' },
      { ...scope, accountId: 'acct_2', tenantId: 'own' },
    ];
    const dirs = others.map(uploadDir);
    expect(new Set(dirs).size).toBe(others.length);
    expect(dirs.join()).not.toMatch(/acct_/);
    expect(dirs.every(isUploadKey)).toBe(true);
  });
});

describe('the key of a scope’s own upload', () => {
  it('is read out of its URL', () => {
    expect(ownUploadKey(cdnHost, `${cdnHost}/${encodeURI(key)}?x=1`, scope)).toBe(key);
  });

  it.each([
    ['another scope’s', `${cdnHost}/${uploadDir({ ...scope, tenantId: 'b' })}a.jpg`],
    ['a frame', `${cdnHost}/frames/video_1/1.jpg`],
    ['another host’s', `https://media.example.org/assets/${key}`],
    ['a path that climbs', `${cdnHost}/${uploadDir(scope)}..%2F..%2Fother.jpg`],
    ['what cannot be read', `${cdnHost}/${uploadDir(scope)}%E0%A4%A`],
  ])('is none for %s', (_, url) => {
    expect(ownUploadKey(cdnHost, url, scope)).toBeNull();
  });
});
