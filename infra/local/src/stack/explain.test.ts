import { describe, expect, it } from 'vitest';
import { explain } from './explain.ts';

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

describe('a failed start in one line', () => {
  it.each([
    [withCode('ENOSPC', 'ENOSPC: no space left on device, write'), /^the disk is full: /],
    [new Error('initdb failed: could not extend file: No space left on device'), /^the disk is full: /],
    [withCode('EACCES', "EACCES: permission denied, mkdir '.redline'"), /^no permission: .*\.redline/],
    [withCode('EROFS', 'EROFS: read-only file system, mkdir'), /^no permission: /],
    [new AggregateError([new Error('one'), new Error('two')]), /^one; two$/],
    [new Error('first line\n    at somewhere (file.ts:1:1)'), /^first line$/],
    ['a string', /^a string$/],
  ])('%s', (error, line) => {
    expect(explain(error)).toMatch(line);
    expect(explain(error)).not.toContain('\n');
  });
});
