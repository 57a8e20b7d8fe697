import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lastFault, logSize } from './last-fault.ts';

const folder = mkdtempSync(join(tmpdir(), 'redline-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

let logs = 0;
const newLog = () => join(folder, `${++logs}.log`);
const line = (entry: object) => `${JSON.stringify(entry)}\n`;

describe('why a service ended', () => {
  it('is its line about its settings, when it wrote one', () => {
    const log = newLog();
    appendFileSync(log, line({ level: 'error', service: 'gateway', msg: 'other' }));
    appendFileSync(log, 'gateway: PORT is "x"; it takes a whole number\ngateway: HOST is missing\n');
    expect(lastFault(log, 'gateway', 0)).toBe('PORT is "x"; it takes a whole number; HOST is missing');
  });

  it('is else its last error, and never another service’s or an older one', () => {
    const log = newLog();
    appendFileSync(log, line({ level: 'error', service: 'billing', msg: 'an old one' }));
    const since = logSize(log);
    appendFileSync(
      log,
      line({ level: 'error', service: 'billing', msg: 'a part', err: { message: 'broke' } }),
    );
    appendFileSync(log, line({ level: 'info', service: 'billing', msg: 'closing' }));
    appendFileSync(log, line({ level: 'fatal', service: 'gateway', msg: 'not ours' }));
    expect(lastFault(log, 'billing', since)).toBe('a part: broke');
    expect(lastFault(log, 'text-engine', since)).toBeUndefined();
  });
});
