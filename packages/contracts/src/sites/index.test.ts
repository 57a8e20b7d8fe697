import { describe, expect, it } from 'vitest';
import { siteOfPath } from './index.ts';

describe('the site of a path', () => {
  it.each([
    ['/v1/intl/us/account', 'us'],
    ['/v1/intl/id/text/checks', 'id'],
    ['/v1/text/checks', 'main'],
    ['/v1/intl/fr/account', 'unknown'],
    ['/v1/intl/main/account', 'unknown'],
    ['/v1/intl', 'unknown'],
    ['/healthz', 'none'],
    ['/v2/intl/us', 'none'],
  ])('%s → %s', (path, site) => {
    expect(siteOfPath(path)).toBe(site);
  });
});
