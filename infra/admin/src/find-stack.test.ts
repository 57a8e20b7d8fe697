import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findNatsUrl, NoStackError } from './find-stack.ts';

const stateFile = (content?: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'redline-admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stack.json');
  if (content !== undefined) writeFileSync(file, content);
  return pathToFileURL(file);
};

describe('the stack an operator means', () => {
  it('is the one the environment names, whatever runs here', () => {
    const file = stateFile('{"natsUrl":"nats://127.0.0.1:1"}');
    expect(findNatsUrl({ NATS_URL: 'nats://127.0.0.1:2' }, file)).toBe('nats://127.0.0.1:2');
  });

  it('is otherwise the one that npm start of this checkout runs', () => {
    expect(findNatsUrl({}, stateFile('{"natsUrl":"nats://127.0.0.1:1","pid":1}'))).toBe('nats://127.0.0.1:1');
  });

  it.each([undefined, '', '{}', 'not json'])(
    'is missed with a sentence, not a stack trace (%s)',
    (content) => {
      expect(() => findNatsUrl({}, stateFile(content))).toThrow(NoStackError);
    },
  );
});
