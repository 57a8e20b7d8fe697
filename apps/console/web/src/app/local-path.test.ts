import { describe, expect, it } from 'vitest';
import { localPath } from './local-path.ts';

describe('where a sign-in leads', () => {
  it.each([
    ['/checks/us/text_1?x=1', '/checks/us/text_1?x=1'],
    ['//evil.example/a', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    [undefined, '/'],
    ['', '/'],
  ])('%j: %s', (next, path) => {
    expect(localPath(next)).toBe(path);
  });
});
