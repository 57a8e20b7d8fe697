import { describe, expect, it } from 'vitest';
import { faultOf } from './faults.ts';

const withCode = (message: string, facts: object) => Object.assign(new Error(message), facts);

describe('a connection that was reset', () => {
  it('is the client’s fault when it is the request’s own, whose body broke off', () => {
    expect(faultOf(withCode('aborted', { code: 'ECONNRESET' }))).toMatchObject({ status: 400 });
  });

  it('is ours when it is one to the database, as while Postgres restarts', () => {
    const reset = withCode('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read', errno: -104 });
    expect(faultOf(reset)).toMatchObject({ status: 500, kind: 'internal' });
  });
});
