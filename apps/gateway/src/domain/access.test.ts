import { describe, expect, it } from 'vitest';
import { accessTo, type Caller, tenantOf } from './access.ts';

const keyOf = (siteId: 'us' | 'id' | 'main'): Caller => ({
  kind: 'key',
  facts: { keyId: 'key_1', accountId: 'acct_1', siteId, mode: 'live', expiresAtMs: null, revoked: false },
});

describe('access to a site', () => {
  it.each([
    ['us', keyOf('us'), true],
    ['us', keyOf('id'), 'unauthorized'],
    ['us', keyOf('main'), 'unauthorized'],
    ['main', keyOf('main'), true],
    ['id', keyOf('us'), 'unauthorized'],
    ['unknown', keyOf('us'), 'not_found'],
    ['unknown', { kind: 'none', reason: 'missing' }, 'not_found'],
    ['us', { kind: 'none', reason: 'missing' }, 'unauthorized'],
    ['us', { kind: 'none', reason: 'revoked' }, 'unauthorized'],
    ['us', { kind: 'undecided' }, 'internal'],
  ] as const)('%s for %j', (site, caller, expected) => {
    const access = accessTo(site, caller);
    expect(access.allowed || access.code).toBe(expected);
  });
});

describe('the tenant header', () => {
  it.each([
    [undefined, ''],
    ['shop-1', 'shop-1'],
    ['A.b_c:d-9', 'A.b_c:d-9'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['', undefined],
    ['x'.repeat(65), undefined],
    ['a b', undefined],
    ['a,b', undefined],
    ['é', undefined],
    [['a', 'b'], undefined],
  ])('%j → %j', (header, tenant) => {
    expect(tenantOf(header)).toBe(tenant);
  });
});
