import { testTenantOf } from '@redline/contracts';
import { describe, expect, it } from 'vitest';
import { isDeclaredSize, isLongerThanDeclared, isTooLongForTests } from './declared.ts';

describe('a declared size', () => {
  it.each([
    [10, 10_000_000, true],
    [10, 10 * 2 ** 20, true],
    [10, 10_100_000, true],
    [10, 10_700_000, false],
    [10, 9_800_000, false],
    // Small files: 1 % is less than the rounding of a display.
    [0.01, 59_000, true],
    [0.01, 70_000, false],
    [1_024, 2 ** 30, true],
  ])('of %d MB fits %d bytes: %s', (declared, bytes, expected) => {
    expect(isDeclaredSize(declared, bytes)).toBe(expected);
  });
});

describe('a declared length', () => {
  it.each([
    [10, 12, false],
    [10, 12.1, true],
    [1_000, 1_019, false],
    [1_000, 1_021, true],
    [60, 10, false],
  ])('of %d s against a file of %d s: longer is %s', (declared, actual, expected) => {
    expect(isLongerThanDeclared(declared, actual)).toBe(expected);
  });
});

describe('a file of a test key', () => {
  it.each([
    [10, false],
    [10.5, false],
    [10.6, true],
    [null, false],
  ])('of %s s is too long: %s', (seconds, expected) => {
    const scope = { accountId: 'acct_1', siteId: 'us', tenantId: testTenantOf('') } as const;
    expect(isTooLongForTests(scope, seconds)).toBe(expected);
    expect(isTooLongForTests({ ...scope, tenantId: '' }, seconds)).toBe(false);
  });
});
