import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger, frequentLines } from './create-logger.ts';

function capture() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, log: createLogger({ service: 'probe', level: 'info', destination }) };
}

describe('a log line', () => {
  it('of a database error has its code and cause and not the row that failed', () => {
    const { lines, log } = capture();
    const cause = Object.assign(new Error('violates not-null constraint'), {
      code: '23502',
      detail: 'row (hunter2)',
    });
    log.error({ err: new Error('could not store', { cause }) }, 'failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { message: 'could not store', cause: { code: '23502', message: 'violates not-null constraint' } },
    });
    expect(lines[0]).not.toMatch(/hunter2/);
  });

  it('of each request or job has its fields as they are, and every other line is still redacted', () => {
    const { lines, log } = capture();
    frequentLines(log).info({ requestId: 'r-1', recordId: 'text_1' }, 'answered');
    log.info({ token: 'hunter2' }, 'said');
    expect(frequentLines(log)).toBe(frequentLines(log));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'info',
      service: 'probe',
      requestId: 'r-1',
      recordId: 'text_1',
      msg: 'answered',
    });
    expect(lines[1]).not.toMatch(/hunter2/);
  });

  it('is one JSON object with ISO time and the service, and shows no secret', () => {
    const { lines, log } = capture();
    log.child({ requestId: 'r-1' }).info(
      {
        headers: { authorization: 'Bearer hunter2' },
        request: { body: { apiKey: 'hunter2' } },
        password: 'hunter2',
      },
      'said',
    );
    log.debug('not written');
    expect(lines).toHaveLength(1);
    const line: unknown = JSON.parse(lines[0] ?? '');
    expect(line).toMatchObject({ level: 'info', service: 'probe', requestId: 'r-1', msg: 'said' });
    expect(line).toMatchObject({ time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) });
    expect(lines[0]).not.toMatch(/hunter2/);
  });
});
