import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorStatus } from './errors.ts';
import { failureOf, failureWhere, recordFailures } from './failures.ts';

describe('why a record failed', () => {
  it('is said by a stable code and a sentence with something to do', () => {
    expect(failureOf('source_status', 'the server of the URL answered 404 instead of a file')).toEqual({
      code: 'file_unreachable',
      message:
        'the server of the URL answered 404 instead of a file; make the URL answer with the file itself, to anybody, and submit it again',
    });
  });

  it('says the general cause where its owner left no sentence, as of older records', () => {
    expect(failureOf('no_picture').message).toBe(
      'the file is damaged, or of no kind that can be read; submit it in another format, or a complete copy of it',
    );
  });

  it('shows no internal error, whatever the owner noted for its operator', () => {
    for (const reason of [
      'attempts_exhausted',
      'abandoned',
      'expired',
      'a reason of another release',
      null,
    ]) {
      expect(failureOf(reason, 'TypeError: a secret').message).not.toContain('secret');
    }
    expect(failureOf('a reason of another release').code).toBe('internal');
  });

  it('belongs to a failed record only', () => {
    expect(failureWhere({ status: 'completed', failureReason: 'no_picture' })).toBeNull();
    expect(failureWhere({ status: 'failed', failureReason: null })).toMatchObject({ code: 'internal' });
  });

  it.each([...Object.keys(recordFailures), ...Object.keys(errorStatus)])('is documented: %s', (code) => {
    const page = readFileSync(new URL('../../../docs/api/errors.md', import.meta.url), 'utf8');
    expect(page).toContain(`\n### \`${code}\``);
  });

  it('has one code for each reason', () => {
    const reasons = Object.values(recordFailures).flatMap((row) => row.reasons as readonly string[]);
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});
