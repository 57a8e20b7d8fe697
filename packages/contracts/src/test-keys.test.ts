import { describe, expect, it } from 'vitest';
import { tenantIdPattern } from './http/envelope.ts';
import { allowanceDayOf, isTestScope, testTenantOf } from './test-keys.ts';

describe('the scope of a test key', () => {
  it.each(['', 'shop', 'a:b'])(
    'is one that no header names and no live key acts in: of the tenant “%s”',
    (tenantId) => {
      const own = testTenantOf(tenantId);
      expect(own).not.toMatch(tenantIdPattern);
      expect([isTestScope({ tenantId: own }), isTestScope({ tenantId })]).toEqual([true, false]);
    },
  );
});

describe('the day of an allowance', () => {
  it('is one of UTC, and ends as the next one begins', () => {
    const endsAt = new Date('2026-12-01T00:00:00.000Z');
    expect(allowanceDayOf(new Date('2026-11-30T00:00:00.000Z'))).toEqual({ day: '2026-11-30', endsAt });
    expect(allowanceDayOf(new Date('2026-11-30T23:59:59.999Z'))).toEqual({ day: '2026-11-30', endsAt });
    expect(allowanceDayOf(endsAt).day).toBe('2026-12-01');
  });
});
